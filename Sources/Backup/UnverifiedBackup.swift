internal import Sealing
public import SecretMemory

/// A backup whose bytes are whole, and of which it is not known yet whether the owner made it. It shows only what is
/// needed to find that out: the owner header, which the recovery code opens. Nothing else is read before.
public struct UnverifiedBackup: Sendable {
  /// The owner's slots and public half.
  public let ownerHeader: [UInt8]
  /// Whether whoever has the file can read its tasks, as in version 1.
  public let isReadable: Bool
  private let bytes: [UInt8]
  private let salt: [UInt8]
  /// Where the owner header ends, and what is behind it begins.
  private let start: Int

  /// Checks mark, length, SHA-256, version and the bounds of what it reads, in this order.
  ///
  /// - Throws: ``BackupError``: `notABackup`, `newerFormat`, `damaged` or `tooLarge`.
  public init(_ bytes: [UInt8]) throws(BackupError) {
    guard bytes.count <= BackupLimits.fileByteCount else { throw BackupError(.tooLarge, "\(bytes.count) bytes") }
    guard bytes.starts(with: BackupCodec.mark) else { throw BackupError(.notABackup) }
    var reader = ByteReader(bytes, end: bytes.count)
    _ = try reader.read(byteCount: BackupCodec.mark.count)
    let version = try reader.number(4)
    let total = try reader.number(8)
    let end = bytes.count - BackupCodec.trailerByteCount
    // The version is believed only where the checksum holds; every version keeps mark, length and the trailer.
    guard total == UInt64(bytes.count), end >= BackupCodec.fixedByteCount else {
      throw BackupError(.damaged, "\(bytes.count) bytes where \(total) were written")
    }
    guard SHA256.digest(of: Array(bytes[..<end])) == Array(bytes[end..<end + SHA256.byteCount]) else {
      throw BackupError(.damaged, "its SHA-256 does not fit")
    }
    guard version >= 1 else { throw BackupError(.damaged, "no version is \(version)") }
    guard version <= UInt64(BackupCodec.version) else { throw BackupError(.newerFormat, "version \(version)") }
    isReadable = version == 1
    var content = ByteReader(bytes, end: end)
    _ = try content.read(byteCount: BackupCodec.fixedByteCount)
    salt = try content.read(byteCount: isReadable ? Self.saltByteCountOfVersion1 : BackupCodec.saltByteCount)
    if isReadable { _ = try content.read(byteCount: Self.dateByteCount) }
    ownerHeader = try content.read(byteCount: content.count(4, atMost: BackupLimits.ownerHeaderByteCount))
    start = content.offset
    self.bytes = bytes
  }

  private static let saltByteCountOfVersion1 = 16
  private static let dateByteCount = 8

  /// The contents, if the owner whose keys those are made them.
  ///
  /// - Throws: ``BackupError/Code/notAuthentic``.
  public func verified(deriving derive: BackupKeyDerivation) throws(BackupError) -> BackupContents {
    if isReadable {
      try check(under: try BackupKeys.version1(salt: salt, derive))
      return try contentsOfVersion1()
    }
    let keys = try BackupKeys(salt: salt, derive)
    try check(under: keys.authentication)
    let sealed = bytes[start..<bytes.count - BackupCodec.trailerByteCount]
    let text = try sealing { () throws(SealingError) in
      try SealedChunks.open(sealed, key: keys.contents, authenticating: Array(bytes[..<start]))
    }
    return try BackupBody.decode(text, ownerHeader: ownerHeader)
  }

  /// Refuses a file whose last bytes are not the code over all before them.
  private func check(under key: borrowing SecretBytes) throws(BackupError) {
    let isValid = try sealing { () throws(SealingError) in
      try HMACSHA256.isValid(
        Array(bytes.suffix(HMACSHA256.byteCount)), for: Array(bytes.dropLast(HMACSHA256.byteCount)), key: key)
    }
    guard isValid else { throw BackupError(.notAuthentic, "it was made under another owner's key, or altered") }
  }

  /// The date stands before the owner header there, and nothing is padded.
  private func contentsOfVersion1() throws(BackupError) -> BackupContents {
    let end = bytes.count - BackupCodec.trailerByteCount
    var reader = ByteReader(bytes, end: end)
    _ = try reader.read(byteCount: BackupCodec.fixedByteCount + Self.saltByteCountOfVersion1)
    let createdAt = try BackupBody.date(&reader)
    _ = try reader.read(byteCount: start - reader.offset)
    let contents = BackupContents(
      createdAt: createdAt, ownerHeader: ownerHeader, records: try BackupBody.records(&reader),
      tasks: try BackupBody.tasks(&reader).map(\.task))
    guard reader.isAtEnd else { throw BackupError(.damaged, "there are bytes too many") }
    return contents
  }
}
