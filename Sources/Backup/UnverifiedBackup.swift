public import FoundationEssentials
internal import Sealing
public import SecretMemory
internal import VaultModel

/// A backup whose bytes are whole, and of which it is not known yet whether the owner made it. It shows only what is
/// needed to find that out: the owner header, which the recovery code opens.
public struct UnverifiedBackup: Sendable {
  private let bytes: [UInt8]
  private let salt: [UInt8]
  private let contents: BackupContents

  /// Checks mark, version, length, SHA-256 and every bound, in this order.
  ///
  /// - Throws: ``BackupError``: `notABackup`, `newerFormat`, `damaged` or `tooLarge`.
  public init(_ bytes: [UInt8]) throws(BackupError) {
    guard bytes.count <= BackupLimits.fileByteCount else { throw BackupError(.tooLarge, "\(bytes.count) bytes") }
    guard bytes.starts(with: BackupCodec.mark) else { throw BackupError(.notABackup) }
    var fixed = ByteReader(bytes, end: min(bytes.count, BackupCodec.fixedByteCount))
    _ = try fixed.take(BackupCodec.mark.count)
    let version = try fixed.number(4)
    let total = try fixed.number(8)
    let end = bytes.count - BackupCodec.trailerByteCount
    // The version is believed only where the checksum holds; every version keeps mark, length and the trailer.
    guard total == UInt64(bytes.count), end >= BackupCodec.fixedByteCount else {
      throw BackupError(.damaged, "\(bytes.count) bytes where \(total) were written")
    }
    guard SHA256.digest(of: Array(bytes[..<end])) == Array(bytes[end..<end + SHA256.byteCount]) else {
      throw BackupError(.damaged, "its SHA-256 does not fit")
    }
    guard version == BackupCodec.version else { throw BackupError(.newerFormat, "version \(version)") }
    var reader = ByteReader(bytes, end: end)
    _ = try reader.take(BackupCodec.fixedByteCount)
    self.bytes = bytes
    salt = try reader.take(BackupCodec.saltByteCount)
    contents = try Self.contents(&reader)
    guard reader.isAtEnd else { throw BackupError(.damaged, "there are bytes too many") }
  }

  /// The owner's slots and public half.
  public var ownerHeader: [UInt8] { contents.ownerHeader }

  /// When it says it was made.
  public var createdAt: Date { contents.createdAt }

  /// The contents, if the owner of that private half made them.
  ///
  /// - Throws: ``BackupError/Code/notAuthentic``.
  public func verified(ownerPrivateKey: borrowing SecretBytes) throws(BackupError) -> BackupContents {
    let key = try BackupCodec.key(salt: salt, ownerPrivateKey)
    let signed = Array(bytes.dropLast(HMACSHA256.byteCount))
    let valid: Bool
    do {
      valid = try HMACSHA256.isValid(Array(bytes.suffix(HMACSHA256.byteCount)), for: signed, key: key)
    } catch { throw BackupError(.failed, "\(error)") }
    guard valid else { throw BackupError(.notAuthentic, "it was made under another owner's key, or altered") }
    return contents
  }

  private static func contents(_ reader: inout ByteReader) throws(BackupError) -> BackupContents {
    let seconds = Int64(bitPattern: try reader.number(8))
    let header = try reader.take(reader.count(4, atMost: BackupLimits.ownerHeaderByteCount))
    let records = try records(&reader)
    let tasks = try tasks(&reader)
    return BackupContents(
      createdAt: Date(timeIntervalSince1970: Double(seconds)), ownerHeader: header, records: records, tasks: tasks)
  }

  private static func records(_ reader: inout ByteReader) throws(BackupError) -> [BackupContents.Record] {
    var records: [BackupContents.Record] = []
    for _ in 0..<(try reader.count(4, atMost: BackupLimits.count)) {
      let bytes = try reader.take(reader.count(2, atMost: BackupLimits.nameByteCount))
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw BackupError(.damaged, "a record's name is no UTF-8")
      }
      records.append(.init(name: name, sealed: try reader.take(reader.count(4, atMost: BackupLimits.recordByteCount))))
    }
    return records
  }

  private static func tasks(_ reader: inout ByteReader) throws(BackupError) -> [TodoTask] {
    let decoder = JSONDecoder()
    var tasks: [TodoTask] = []
    for _ in 0..<(try reader.count(4, atMost: BackupLimits.count)) {
      let json = try reader.take(reader.count(4, atMost: BackupLimits.taskByteCount))
      guard let task = try? decoder.decode(TodoTask.self, from: Data(json)) else {
        throw BackupError(.damaged, "a task can't be read")
      }
      tasks.append(task)
    }
    return tasks
  }
}
