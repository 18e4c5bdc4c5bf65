internal import Glibc
internal import Sealing

/// A small file kept twice, each copy with a checksum: eight bytes of kind, the payload's length (32 bits, big-endian),
/// the payload, the SHA-256 of all that. A damaged or missing copy is mended from the other.
struct CheckedFile {
  /// The longest payload, in bytes.
  static let maximumPayloadByteCount = 4096
  private static let overhead = 8 + 4 + 32

  let path: String
  /// Eight ASCII characters.
  let kind: String

  var copyPath: String { path + ".copy" }

  /// What stands in the file.
  enum Content: Equatable {
    case missing
    /// The payloads of the good copies, first copy first; at least one.
    case good([[UInt8]], needsMending: Bool)
    case damaged
  }

  func read() throws(CredentialStoreError) -> Content {
    let limit = Self.maximumPayloadByteCount + Self.overhead
    let first = try readCopy(path, limit)
    let second = try readCopy(copyPath, limit)
    if first == nil && second == nil { return .missing }
    let good = [first, second].compactMap { $0.flatMap(payload) }
    guard let any = good.first else { return .damaged }
    return .good(good, needsMending: good.count < 2 || good.last != any)
  }

  /// The payload; a damaged copy is mended on the way, where the directory can be written.
  ///
  /// - Returns: nil when there is no such file.
  /// - Throws: `damaged` when neither copy is good.
  func load() throws(CredentialStoreError) -> [UInt8]? {
    switch try read() {
    case .missing: return nil
    case .damaged: throw CredentialStoreError(.damaged, "\(path) and its copy are both damaged")
    case .good(let payloads, let needsMending):
      // Reading served its purpose; that mending failed is told by the next write.
      if needsMending { do { try save(payloads[0]) } catch { return payloads[0] } }
      return payloads[0]
    }
  }

  /// Writes both copies, one after the other, so that one is good at any moment.
  func save(_ payload: [UInt8]) throws(CredentialStoreError) {
    let bytes = encoded(payload)
    for path in [path, copyPath] {
      try PrivateFile.replace(path, with: bytes)
    }
  }

  /// Removes both copies.
  func remove() throws(CredentialStoreError) {
    for path in [copyPath, path] {
      guard unlink(path) == 0 || errno == ENOENT else { throw PrivateFile.error("unlink", path) }
    }
    if FileIdentity(path: PrivateFile.directory(of: path)) != nil { try PrivateFile.syncDirectory(of: path) }
  }

  func encoded(_ payload: [UInt8]) -> [UInt8] {
    var bytes = Array(kind.utf8)
    bytes.append(bigEndian: UInt32(payload.count))
    bytes += payload
    return bytes + SHA256.digest(of: bytes)
  }

  /// Too long, or no file at all, is damage like any other: whoever can put such a thing there must not keep the owner out.
  private func readCopy(_ path: String, _ limit: Int) throws(CredentialStoreError) -> [UInt8]? {
    if PrivateFile.kind(path) == .other { return [] }
    do { return try PrivateFile.read(path, limit: limit) } catch {
      if error.code == .damaged { return [] }
      throw error
    }
  }

  private func payload(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= Self.overhead else { return nil }
    let payload = Array(bytes[12..<bytes.count - 32])
    return encoded(payload) == bytes ? payload : nil
  }
}
