internal import Sealing
public import SecretMemory

/// The number of the access log's newest chapter, to be stored in other places than the log: under a MAC of the owner's, so that an older
/// log that is put back shows, and nobody else can lower the number or raise it.
public enum ChapterAnchor {
  private static let purpose = Array("vault access log chapter note v1".utf8)

  /// The number and the MAC.
  ///
  /// - Parameter key: the owner's for the access log.
  public static func encoded(_ number: UInt64, under key: borrowing SecretBytes) throws(OwnerVerificationError)
    -> [UInt8]
  {
    var writer = ByteWriter()
    writer.write(number)
    let body = writer.bytes
    return try body
      + sealing { () throws(SealingError) in try HMACSHA256.code(for: purpose + body, key: key) }
  }

  /// The number of an anchor; nil when this owner did not write it.
  public static func number(
    of note: [UInt8], under key: borrowing SecretBytes
  ) throws(OwnerVerificationError) -> UInt64? {
    guard note.count == CounterAnchorFile.byteCount else { return nil }
    let (body, code) = (Array(note.prefix(8)), Array(note.dropFirst(8)))
    let isValid = try sealing { () throws(SealingError) in
      try HMACSHA256.isValid(code, for: purpose + body, key: key)
    }
    return isValid ? body.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
