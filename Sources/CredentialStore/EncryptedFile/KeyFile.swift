internal import DurableFiles
internal import Glibc
internal import Sealing
public import SecretMemory

/// A 32-byte key in a file of its own, readable by its owner alone, with a checksummed second copy beside it
/// (`PATH.copy`). Keep it in another directory than what it opens, so that a copy of that directory is worth nothing.
public struct KeyFile: Sendable {
  /// Where the key stands.
  public let path: String

  private static let kind = "vcs-key1"
  private static let keyCount = 32
  private static let byteCount = 8 + 4 + keyCount + 32

  /// Names a file; nothing is read or made yet.
  public init(path: String) { self.path = path }

  /// The key, or nil when neither the file nor its copy exists. A damaged or missing copy is repaired from the other.
  ///
  /// - Throws: ``CredentialStoreError`` with `insecurePermissions` when others may read or write it or it belongs to
  ///   somebody else, `damaged` when neither copy is good.
  public func load() throws(CredentialStoreError) -> SecretBytes? {
    let paths = [path, path + ".copy"]
    let first = try Self.read(paths[0])
    let second = try Self.read(paths[1])
    let firstIsGood = first != nil && Self.isGood(first!.bytes)
    let secondIsGood = second != nil && Self.isGood(second!.bytes)
    guard first != nil || second != nil else { return nil }
    guard let good = firstIsGood ? first : secondIsGood ? second : nil else {
      throw CredentialStoreError(.damaged, "\(path) and its copy are both damaged; restore one of them from a backup")
    }
    if !firstIsGood || !secondIsGood {
      // The key is known; that repairing failed shows at the next opening again.
      do { try Self.write(good.bytes, to: paths[firstIsGood ? 1 : 0]) } catch { return try Self.key(in: good.bytes) }
    }
    return try Self.key(in: good.bytes)
  }

  /// Makes a new random key and writes both copies durably.
  ///
  /// - Throws: ``CredentialStoreError`` with `failed` when there is a key already, `diskFull` or `readOnly`.
  public func create() throws(CredentialStoreError) -> SecretBytes {
    guard FileIdentity(path: path) == nil, FileIdentity(path: path + ".copy") == nil else {
      throw CredentialStoreError(.failed, "\(path) exists already")
    }
    try CredentialFile.makeDirectory(of: path)
    do {
      var file = try SecretBytes(count: Self.byteCount)
      let key = try SystemRandom.secret(Self.keyCount)
      var head = Array(Self.kind.utf8)
      head.append(bigEndian: UInt32(Self.keyCount))
      file.withUnsafeMutableBytes { file in
        file.copyBytes(from: head)
        key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: file[12...]).copyMemory(from: $0) }
      }
      let checksum = SHA256.digest(of: try file.copy(0..<Self.byteCount - 32))
      file.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[44...]).copyBytes(from: checksum) }
      for path in [path, path + ".copy"] { try Self.write(file, to: path) }
      return key
    } catch let error as CredentialStoreError { throw error } catch {
      throw CredentialStoreError(.failed, "\(error)")
    }
  }

  private static func read(_ path: String) throws(CredentialStoreError) -> SharedSecret? {
    // No file at all: writing the other copy there sets it aside.
    if DurableFile.kind(path) == .other { return nil }
    guard let descriptor = try file(path).opened() else { return nil }
    defer { close(descriptor) }
    do {
      return SharedSecret(
        try SecretBytes(capacity: byteCount + 1) { max(0, pread(descriptor, $0.baseAddress, $0.count, 0)) })
    } catch { throw CredentialStoreError(.failed, "\(error)") }
  }

  private static func isGood(_ file: borrowing SecretBytes) -> Bool {
    guard file.count == byteCount else { return false }
    let head = Array(kind.utf8) + [0, 0, 0, UInt8(keyCount)]
    guard file.withUnsafeBytes({ $0.starts(with: head) }), let body = try? file.copy(0..<byteCount - 32) else {
      return false
    }
    let checksum = SHA256.digest(of: body)
    return file.withUnsafeBytes { $0[44...].elementsEqual(checksum) }
  }

  private static func key(in file: borrowing SecretBytes) throws(CredentialStoreError) -> SecretBytes {
    do { return try file.copy(12..<44) } catch { throw CredentialStoreError(.failed, "\(error)") }
  }

  private static func write(_ file: borrowing SecretBytes, to path: String) throws(CredentialStoreError) {
    let place = Self.file(path)
    try file.withUnsafeBytes { (bytes) throws(CredentialStoreError) in try place.replace(with: bytes) }
  }

  private static func file(_ path: String) -> CredentialFile { CredentialFile(path: path, maximumByteCount: byteCount) }
}
