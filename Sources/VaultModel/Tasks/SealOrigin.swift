public import FoundationEssentials

/// When and by which program a text was sealed that the owner has not confirmed yet. Whoever writes the task store writes
/// this, too: a hint, not a proof.
public struct SealOrigin: Equatable, Sendable {
  /// The longest name of a program, in UTF-8 bytes; longer ones are cut.
  public static let maximumNameByteCount = 256

  /// When.
  public let date: Date
  /// The program, as the system named it; empty where it did not say.
  public let program: String

  /// Notes a moment and a program.
  public init(date: Date, program: String) {
    self.date = date
    self.program = program
  }

  // MARK: Encoding

  private static let form: UInt8 = 0
  /// The year 1970 to the year 9999, in seconds since 2001: other moments were not written by a vault.
  private static let moments = -978_307_200.0...252_423_993_599.0

  /// A form of its own, which no owner's MAC has; then the moment and the name.
  public var encoded: [UInt8] {
    let moment = withUnsafeBytes(of: date.timeIntervalSinceReferenceDate.bitPattern.bigEndian) { Array($0) }
    return [Self.form] + moment + program.utf8.prefix(Self.maximumNameByteCount)
  }

  /// Reads ``encoded``; nil when it is none.
  public init?(encoded: [UInt8]) {
    guard (9...9 + Self.maximumNameByteCount).contains(encoded.count), encoded[0] == Self.form else { return nil }
    let seconds = Double(bitPattern: encoded[1..<9].reduce(0) { $0 << 8 | UInt64($1) })
    guard Self.moments.contains(seconds) else { return nil }
    date = Date(timeIntervalSinceReferenceDate: seconds)
    program = String(decoding: encoded[9...], as: UTF8.self)
  }
}
