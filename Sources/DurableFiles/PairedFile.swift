/// A private file kept as two copies with a checksum each, so that one flipped byte or one crash in the middle of a write costs
/// nothing.
package struct PairedFile<Failure: PrivateFileFailure>: Sendable {
  /// One of the copies.
  package typealias Copy = PrivateFile<Failure>
  /// What a copy holds.
  package typealias Content = FileFormat<Failure>.Content

  /// How each copy is written.
  package let format: FileFormat<Failure>
  /// The file, and the one beside it with `.copy` after its name.
  package let copies: [Copy]
  private let mustBePrivate: Bool

  /// Names both copies; nothing is read or made yet.
  ///
  /// - Parameters:
  ///   - path: of the first copy; an absolute one.
  ///   - mustBePrivate: whether a copy counts as damaged that is somebody else's or that others may use. Then a copy that can't be read
  ///     does, too: nobody who can bring that about may keep the owner out. Else it is an error, for the other copy may be older.
  package init(path: String, format: FileFormat<Failure>, mustBePrivate: Bool = true) {
    (self.format, self.mustBePrivate) = (format, mustBePrivate)
    copies = [path, path + ".copy"].map {
      Copy(path: $0, maximumByteCount: format.maximumByteCount, mustBePrivate: mustBePrivate)
    }
  }

  /// Where the first copy stands.
  package var path: String { copies[0].path }

  /// The newest whole copy, of those as new the first, and the others as far as they differ; nil when there is neither.
  ///
  /// A copy of a newer format, one that others may read, or what is no file at all counts as damaged beside a whole one: whoever can
  /// put such a thing there must not keep the owner out.
  ///
  /// - Throws: where no copy is whole, what is wrong with the first that exists: `damaged`, `newerFormat`, `notPrivate`, or what a
  ///   failed call means. Where copies need not be private, what a failed call means is thrown whatever the other copy is.
  package func read() throws(Failure) -> (content: Content, faulty: [Copy])? {
    let found = try readAll()
    guard let newest = found.compactMap(\.content).max(by: { $0.generation < $1.generation }) else { return nil }
    return (newest, found.filter { $0.content != newest }.map(\.file))
  }

  /// Both copies, each with what is in it, nil where it is missing or damaged.
  ///
  /// - Throws: as ``read()``.
  package func readAll() throws(Failure) -> [(file: Copy, content: Content?)] {
    var found: [(file: Copy, content: Content?)] = []
    var mistake: Failure?
    for file in copies {
      do throws(Failure) {
        let content = try file.read().map { (bytes) throws(Failure) in try format.decode(bytes) }
        found.append((file, content))
      } catch {
        guard mustBePrivate || error.isDamage else { throw error }
        mistake = mistake ?? (error.isDamage ? Failure(file: .damaged, "\(path) and its copy are both damaged") : error)
        found.append((file, nil))
      }
    }
    if let mistake, !found.contains(where: { $0.content != nil }) { throw mistake }
    return found
  }

  /// The payload of the newest whole copy; the other one is repaired on the way, where the directory can be written. Nil when there is
  /// neither.
  ///
  /// - Throws: as ``read()``.
  package func load() throws(Failure) -> [UInt8]? {
    guard let (content, faulty) = try read() else { return nil }
    // Reading served its purpose; that repairing failed shows at the next write.
    _ = repair(faulty, with: content)
    return content.payload
  }

  /// Writes `content` to copies of this file.
  ///
  /// - Returns: of each, why it could not be written; nil where it was.
  package func repair(_ files: [Copy], with content: Content) -> [(path: String, failure: Failure?)] {
    files.map { file in
      do throws(Failure) { try file.replace(with: format.encode(content)) } catch { return (file.path, error) }
      return (file.path, nil)
    }
  }

  /// Writes both copies, one after the other, so that one is whole at any moment.
  package func save(_ payload: [UInt8]) throws(Failure) {
    let bytes = format.encode(Content(payload: payload))
    for file in copies { try file.replace(with: bytes) }
  }

  /// Replaces the first copy, lets `check` read it back, then replaces the second; a failed check puts back what was before.
  package func replace(with content: Content, check: (Content) throws(Failure) -> Void) throws(Failure) {
    let encoded = format.encode(content)
    let former = try whole()
    try copies[0].replace(with: encoded)
    do throws(Failure) {
      guard let written = try copies[0].read() else { throw Failure(file: .damaged, path) }
      try check(try format.decode(written))
    } catch {
      if let former { try copies[0].replace(with: format.encode(former)) } else { try copies[0].remove() }
      throw error
    }
    try copies[1].replace(with: encoded)
  }

  /// What is there to go back to: nil when nothing is, or nothing whole.
  private func whole() throws(Failure) -> Content? {
    do throws(Failure) { return try read()?.content } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }

  /// Removes both copies, durably.
  package func remove() throws(Failure) { for file in copies.reversed() { try file.remove() } }
}
