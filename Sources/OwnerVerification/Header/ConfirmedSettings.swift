internal import Sealing

/// The settings that weaken a guard, as the owner has confirmed them. They stand in the owner's header, under its MACs.
public struct ConfirmedSettings: Equatable, Sendable {
  /// After how many seconds without a reveal the vault may lock at the latest; 0 for the standard.
  public var unlockTimeoutSeconds: UInt32 = 0
  /// The SHA-256 of the address of a server that need not be the stored login's; nil for none.
  public var server: [UInt8]?
  /// The SHA-256 of a file with certificate authorities; nil for none.
  public var authorities: [UInt8]?

  /// Whether a window may go on showing a revealed text while another one is in front.
  public var keepsLeftTexts = false

  /// Nothing is confirmed.
  public init() {}

  /// Whether there is anything that ``write(to:)`` writes; whether texts are kept is a flag of the header's own.
  var hasValues: Bool { unlockTimeoutSeconds != 0 || server != nil || authorities != nil }

  /// The seconds, then both digests; zeroes stand for none.
  func write(to writer: inout ByteWriter) {
    writer.write(unlockTimeoutSeconds)
    for digest in [server, authorities] { writer.write(digest ?? Self.none) }
  }

  /// Reads what ``write(to:)`` wrote.
  init(from reader: inout ByteReader) throws(OwnerVerificationError) {
    unlockTimeoutSeconds = try reader.read()
    server = Self.digest(try reader.read(SHA256.byteCount))
    authorities = Self.digest(try reader.read(SHA256.byteCount))
  }

  private static let none = [UInt8](repeating: 0, count: SHA256.byteCount)

  private static func digest(_ bytes: [UInt8]) -> [UInt8]? { bytes == none ? nil : bytes }
}
