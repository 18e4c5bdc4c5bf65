internal import FoundationEssentials
internal import Sealing
public import SecretMemory
internal import VaultModel

/// A backup as bytes; `docs/backup-format.md` describes them.
public enum BackupCodec {
  /// The version this program writes.
  public static let version: UInt32 = 1

  static let mark = Array("VAULTBAK".utf8)
  static let fixedByteCount = mark.count + 4 + 8
  static let trailerByteCount = SHA256.byteCount + HMACSHA256.byteCount
  static let saltByteCount = 16
  private static let keyInfo = Array("vault backup authentication v1".utf8)

  /// Writes a backup.
  ///
  /// - Parameter ownerPrivateKey: the owner's private half; the code over the file is made under a key derived from it.
  /// - Throws: ``BackupError/Code/tooLarge``.
  public static func encode(
    _ contents: BackupContents, ownerPrivateKey: borrowing SecretBytes
  ) throws(BackupError) -> [UInt8] {
    let salt = try sealing { () throws(SealingError) in try SystemRandom.bytes(saltByteCount) }
    let body = try body(contents, salt: salt)
    let total = fixedByteCount + body.count + trailerByteCount
    guard total <= BackupLimits.fileByteCount else { throw BackupError(.tooLarge, "\(total) bytes") }
    var writer = ByteWriter()
    writer.add(mark)
    writer.add(version)
    writer.add(UInt64(total))
    writer.add(body)
    writer.add(SHA256.digest(of: writer.bytes))
    let key = try key(salt: salt, ownerPrivateKey)
    writer.add(try code(for: writer.bytes, key))
    return writer.bytes
  }

  private static func body(_ contents: BackupContents, salt: [UInt8]) throws(BackupError) -> [UInt8] {
    var writer = ByteWriter()
    writer.add(salt)
    writer.add(Int64(contents.createdAt.timeIntervalSince1970))
    writer.add(try length(contents.ownerHeader.count, BackupLimits.ownerHeaderByteCount))
    writer.add(contents.ownerHeader)
    writer.add(try length(contents.records.count, BackupLimits.count))
    for record in contents.records {
      let name = Array(record.name.utf8)
      writer.add(UInt16(try length(name.count, BackupLimits.nameByteCount)))
      writer.add(name)
      writer.add(try length(record.sealed.count, BackupLimits.recordByteCount))
      writer.add(record.sealed)
    }
    writer.add(try length(contents.tasks.count, BackupLimits.count))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for task in contents.tasks {
      guard let json = try? encoder.encode(task) else { throw BackupError(.failed, "a task can't be written") }
      writer.add(try length(json.count, BackupLimits.taskByteCount))
      writer.add(Array(json))
    }
    return writer.bytes
  }

  private static func length(_ count: Int, _ maximum: Int) throws(BackupError) -> UInt32 {
    guard count <= maximum else { throw BackupError(.tooLarge, "\(count), at most \(maximum)") }
    return UInt32(count)
  }

  static func key(salt: [UInt8], _ ownerPrivateKey: borrowing SecretBytes) throws(BackupError) -> SecretBytes {
    do {
      return try HKDFSHA256.derive(from: ownerPrivateKey, salt: salt, info: keyInfo, count: HMACSHA256.byteCount)
    } catch { throw BackupError(.failed, "\(error)") }
  }

  static func code(for bytes: [UInt8], _ key: borrowing SecretBytes) throws(BackupError) -> [UInt8] {
    do { return try HMACSHA256.code(for: bytes, key: key) } catch { throw BackupError(.failed, "\(error)") }
  }

  private static func sealing<T>(_ body: () throws(SealingError) -> T) throws(BackupError) -> T {
    do { return try body() } catch { throw BackupError(.failed, "\(error)") }
  }
}
