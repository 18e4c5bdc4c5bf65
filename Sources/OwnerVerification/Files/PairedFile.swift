internal import Sealing

/// What reading a file kept in two copies found wrong and did about it.
public enum CopyRepair: Equatable, Sendable {
  /// A copy was missing, damaged or older, and was written anew.
  case repaired(path: String)
  /// A copy is missing, damaged or older, and could not be written anew; the other one serves.
  case notRepaired(path: String, reason: OwnerVerificationError)
}

/// A private file kept as two copies with a checksum and a generation each, so that one flipped byte or one crash in the
/// middle of a write costs nothing.
struct PairedFile: Sendable {
  let format: FileFormat
  let copies: [PrivateFile]

  /// - Parameter path: of the first copy; the second is beside it, with `.copy` after its name.
  init(path: String, format: FileFormat) {
    self.format = format
    copies = [path, path + ".copy"].map {
      PrivateFile(path: $0, maximumByteCount: format.maximumPayloadByteCount + FileFormat.overheadByteCount)
    }
  }

  /// The newest whole copy and what is wrong with the others; nil when there is neither.
  ///
  /// A copy of a newer format, one that others may read, or what is no file at all counts as damaged beside a whole one: whoever can
  /// put such a thing there must not keep the owner out.
  ///
  /// - Throws: where no copy is whole, what is wrong with the first that exists: `damaged`, `newerFormat`, `insecurePermissions`,
  ///   `inputOutput`.
  func read() throws(OwnerVerificationError) -> (content: FileFormat.Content, faulty: [PrivateFile])? {
    let found = try readAll()
    guard let newest = found.compactMap(\.content).max(by: { $0.generation < $1.generation }) else { return nil }
    return (newest, found.filter { $0.content != newest }.map(\.file))
  }

  /// Both copies, each with what is in it, nil where it is missing or damaged.
  ///
  /// - Throws: as ``read()``.
  func readAll() throws(OwnerVerificationError) -> [(file: PrivateFile, content: FileFormat.Content?)] {
    var found: [(file: PrivateFile, content: FileFormat.Content?)] = []
    var mistake: OwnerVerificationError?
    for file in copies {
      do throws(OwnerVerificationError) {
        let content = try file.read().map { (bytes) throws(OwnerVerificationError) in try format.decode(bytes) }
        found.append((file, content))
      } catch {
        let isDamaged = error.code == .damaged
        mistake = mistake ?? (isDamaged ? OwnerVerificationError(.damaged, "both copies of \(copies[0].path)") : error)
        found.append((file, nil))
      }
    }
    if let mistake, !found.contains(where: { $0.content != nil }) { throw mistake }
    return found
  }

  /// Writes `content` to `files` and tells which could not be.
  func repair(_ files: [PrivateFile], with content: FileFormat.Content) -> [CopyRepair] {
    files.map { file in
      do throws(OwnerVerificationError) {
        try file.replace(with: format.encode(content))
        return .repaired(path: file.path)
      } catch { return .notRepaired(path: file.path, reason: error) }
    }
  }

  /// Replaces the first copy, lets `check` read it back, then replaces the second; a failed check puts back what was
  /// before.
  func replace(
    with content: FileFormat.Content, check: (FileFormat.Content) throws(OwnerVerificationError) -> Void = { _ in }
  ) throws(OwnerVerificationError) {
    let encoded = format.encode(content)
    let former = try whole()
    try copies[0].replace(with: encoded)
    do throws(OwnerVerificationError) {
      guard let written = try copies[0].read() else { throw OwnerVerificationError(.damaged, copies[0].path) }
      try check(try format.decode(written))
    } catch {
      if let former { try copies[0].replace(with: format.encode(former)) } else { try copies[0].remove() }
      throw error
    }
    try copies[1].replace(with: encoded)
  }

  /// What is there to go back to: nil when nothing is, or nothing whole.
  private func whole() throws(OwnerVerificationError) -> FileFormat.Content? {
    do throws(OwnerVerificationError) { return try read()?.content } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }
}
