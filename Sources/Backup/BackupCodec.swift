internal import Sealing
public import SecretMemory

/// Derives a key of the owner's for one purpose (the `info` of HKDF, RFC 5869) and a salt. Where the private half is it stays.
public typealias BackupKeyDerivation = (_ purpose: String, _ salt: [UInt8]) throws(BackupError) -> SecretBytes

/// A backup as bytes; `docs/backup-format.md` describes them.
public enum BackupCodec {
  /// The version this program writes. It reads version 1, too, in which tasks lay readable.
  public static let version: UInt32 = 2

  static let mark = Array("VAULTBAK".utf8)
  static let fixedByteCount = mark.count + 4 + 8
  static let trailerByteCount = SHA256.byteCount + HMACSHA256.byteCount
  static let saltByteCount = 32

  /// Writes a backup: everything but the owner header is sealed.
  ///
  /// - Parameter derive: derives what seals and what authenticates.
  /// - Throws: ``BackupError/Code/tooLarge``.
  public static func encode(
    _ contents: BackupContents, deriving derive: BackupKeyDerivation
  ) throws(BackupError) -> [UInt8] {
    let text = try BackupBody.encode(contents)
    let header = contents.ownerHeader
    guard header.count <= BackupLimits.ownerHeaderByteCount else {
      throw BackupError(.tooLarge, "\(header.count) bytes of owner header")
    }
    let headByteCount = fixedByteCount + saltByteCount + 4 + header.count
    let total = headByteCount + SealedChunks.sealedByteCount(of: text) + trailerByteCount
    let salt = try sealing { () throws(SealingError) in try SystemRandom.bytes(saltByteCount) }
    let keys = try BackupKeys(salt: salt, derive)
    return try sealing { () throws(SealingError) in
      var writer = ByteWriter()
      writer.add(mark)
      writer.add(version)
      writer.add(UInt64(total))
      writer.add(salt)
      writer.add(UInt32(header.count))
      writer.add(header)
      writer.add(try SealedChunks.seal(text, key: keys.contents, authenticating: writer.bytes))
      writer.add(SHA256.digest(of: writer.bytes))
      writer.add(try HMACSHA256.code(for: writer.bytes, key: keys.authentication))
      return writer.bytes
    }
  }
}

/// What seals and what authenticates one backup: both follow from the owner's private half and the file's salt.
struct BackupKeys: ~Copyable {
  let contents: SecretBytes
  /// For the code over the whole file. A tag of GCM alone does not bind a file to one key; this does.
  let authentication: SecretBytes

  init(salt: [UInt8], _ derive: BackupKeyDerivation) throws(BackupError) {
    let contents = try derive("vault backup contents v2", salt)
    authentication = try derive("vault backup authentication v2", salt)
    self.contents = contents
  }

  /// The one key of version 1.
  static func version1(salt: [UInt8], _ derive: BackupKeyDerivation) throws(BackupError) -> SecretBytes {
    try derive("vault backup authentication v1", salt)
  }
}

/// Runs `body` and converts a sealing error to one of this module: what does not open was not written under that key.
func sealing<Result: ~Copyable>(_ body: () throws(SealingError) -> Result) throws(BackupError) -> Result {
  do { return try body() } catch {
    guard error.code == .authenticationFailed else { throw BackupError(.failed, "\(error)") }
    throw BackupError(.notAuthentic, "it was made under another owner's key, or altered")
  }
}
