internal import Glibc

/// The highest generation of a file that this user has seen, kept outside the file's directory: an older file put in its
/// place shows. Two copies, written in place; the higher good one counts.
struct GenerationMark {
  private let file: CheckedFile
  /// Takes what the owner is to be told.
  private let tell: @Sendable (String) -> Void

  struct Value: Equatable {
    let storeID: [UInt8]
    let generation: UInt64
  }

  init(path: String, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    file = CheckedFile(path: path, kind: "vcs-mark")
    self.tell = tell
  }

  var path: String { file.path }

  /// nil when no file was ever seen.
  ///
  /// - Throws: `damaged` when both copies are.
  func read() throws(CredentialStoreError) -> Value? {
    switch try file.read() {
    case .missing: return nil
    case .damaged:
      throw CredentialStoreError(.damaged, "\(path) and its copy are both damaged; accept-rollback recreates them")
    case .good(let payloads, _):
      let values = payloads.filter { $0.count == 24 }
        .map { Value(storeID: Array($0[..<16]), generation: $0.bigEndian(at: 16, as: UInt64.self)) }
      return values.max { $0.generation < $1.generation }
    }
  }

  /// Makes sure that ``raise(to:)`` will have something to write to.
  func prepare(storeID: [UInt8]) throws(CredentialStoreError) {
    for path in [file.path, file.copyPath] {
      let kind = PrivateFile.kind(path)
      if kind == .file {
        guard access(path, W_OK) == 0 else { throw PrivateFile.error("open", path) }
        continue
      }
      try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
      try set(read() ?? Value(storeID: storeID, generation: 0))
      return
    }
  }

  /// Raises the mark; a higher one stays. Costs no flush: a mark that a power cut takes back is only less strict.
  func raise(to value: Value) throws(CredentialStoreError) {
    let descriptor = PrivateFile.open(file.path, O_RDWR)
    guard descriptor >= 0 else { throw PrivateFile.error("open", file.path) }
    defer { close(descriptor) }
    let lock = try FileLock(file.path + ".lock", exclusive: true, limit: .seconds(10))
    let current = try read()
    if let current, current.storeID == value.storeID, current.generation >= value.generation { return }
    let bytes = encoded(value)
    try overwrite(descriptor, bytes)
    let copy = PrivateFile.open(file.copyPath, O_RDWR | O_CREAT)
    guard copy >= 0 else { throw PrivateFile.error("open", file.copyPath) }
    defer { close(copy) }
    try overwrite(copy, bytes)
    _ = consume lock
  }

  /// Puts the mark, also down.
  func set(_ value: Value) throws(CredentialStoreError) {
    for path in [file.path, file.copyPath] where PrivateFile.kind(path) == .other {
      tell(FileEngine.strangerNotice(path))
    }
    try file.save(payload(value))
  }

  /// Forgets that there was a file.
  func remove() throws(CredentialStoreError) { try file.remove() }

  /// Rewrites a damaged copy from the good one.
  ///
  /// - Returns: whether one was damaged.
  func mend() throws(CredentialStoreError) -> Bool {
    guard case .good(_, needsMending: true) = try file.read(), let value = try read() else { return false }
    try set(value)
    return true
  }

  private func payload(_ value: Value) -> [UInt8] {
    var payload = value.storeID
    payload.append(bigEndian: value.generation)
    return payload
  }

  private func encoded(_ value: Value) -> [UInt8] { file.encoded(payload(value)) }

  private func overwrite(_ descriptor: Int32, _ bytes: [UInt8]) throws(CredentialStoreError) {
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw PrivateFile.error("write", path) }
  }
}
