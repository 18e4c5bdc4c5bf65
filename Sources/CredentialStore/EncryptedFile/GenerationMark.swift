internal import DurableFiles
internal import Glibc

/// The highest generation of a file that this user has seen, kept outside the file's directory: an older file put in its
/// place shows. Two copies, written in place; the higher good one counts.
struct GenerationMark {
  private let file: CheckedFile
  /// Takes what the owner is to be told.
  private let report: @Sendable (String) -> Void

  struct Value: Equatable {
    let storeID: [UInt8]
    let generation: UInt64
  }

  init(path: String, report: @escaping @Sendable (String) -> Void = { _ in }) {
    file = CheckedFile(path: path, kind: "vcs-mark")
    self.report = report
  }

  var path: String { file.path }

  /// nil when no file was ever seen.
  ///
  /// - Throws: `damaged` when both copies are.
  func read() throws(CredentialStoreError) -> Value? {
    let found: [(file: CredentialFile, content: CheckedFile.Content?)]
    do throws(CredentialStoreError) { found = try file.readAll() } catch {
      guard error.isDamage else { throw error }
      throw CredentialStoreError(.damaged, "\(error.detail); accept-rollback recreates them")
    }
    return found.compactMap { copy in
      guard let payload = copy.content?.payload, payload.count == 24 else { return nil }
      return Value(storeID: Array(payload[..<16]), generation: payload.bigEndian(at: 16, as: UInt64.self))
    }.max { $0.generation < $1.generation }
  }

  /// Makes sure that ``raise(to:)`` will have something to write to.
  func prepare(storeID: [UInt8]) throws(CredentialStoreError) {
    for path in file.copies.map(\.path) {
      if DurableFile.kind(path) == .file {
        guard access(path, W_OK) == 0 else { throw CredentialStoreError("open", of: path) }
        continue
      }
      try CredentialFile.makeDirectory(of: path)
      try set(read() ?? Value(storeID: storeID, generation: 0))
      return
    }
  }

  /// Raises the mark; a higher one stays. Costs no flush: a mark that a power cut takes back is only less strict.
  func raise(to value: Value) throws(CredentialStoreError) {
    let lock = try FileLock(file.path + ".lock", exclusive: true, limit: .seconds(10))
    let current = try read()
    if let current, current.storeID == value.storeID, current.generation >= value.generation { return }
    let bytes = file.format.encode(.init(payload: payload(value)))
    for (place, flags) in zip(file.copies, [O_RDWR, O_RDWR | O_CREAT]) {
      let descriptor = CredentialFile.open(place.path, flags)
      guard descriptor >= 0 else { throw CredentialStoreError("open", of: place.path) }
      defer { close(descriptor) }
      guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
        throw CredentialStoreError("write", of: place.path)
      }
    }
    _ = consume lock
  }

  /// Puts the mark, also down.
  func set(_ value: Value) throws(CredentialStoreError) {
    for copy in file.copies where DurableFile.kind(copy.path) == .other { report(FileEngine.strangerNotice(copy.path)) }
    try file.save(payload(value))
  }

  /// Forgets that there was a file.
  func remove() throws(CredentialStoreError) { try file.remove() }

  /// Rewrites a damaged copy from the good one.
  ///
  /// - Returns: whether one was damaged.
  func repair() throws(CredentialStoreError) -> Bool {
    guard let faulty = try file.read()?.faulty, !faulty.isEmpty, let value = try read() else { return false }
    try set(value)
    return true
  }

  private func payload(_ value: Value) -> [UInt8] {
    var payload = value.storeID
    payload.append(bigEndian: value.generation)
    return payload
  }
}
