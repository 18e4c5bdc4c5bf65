/// Why a backup could not be written or read. Compared by code alone.
public struct BackupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// The file is no backup.
    case notABackup
    /// The file was written by a newer version of this program.
    case newerFormat
    /// The file is cut off, or its bytes are not those that were written.
    case damaged
    /// The file was not made by the owner whose key opened it.
    case notAuthentic
    /// More than a backup holds; see ``BackupLimits``.
    case tooLarge
    /// There is a file of that name already; it is not overwritten.
    case alreadyExists
    /// No space is left.
    case diskFull
    /// The file or its directory can't be read or written.
    case readOnly
    /// Anything else; the detail says what.
    case failed
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides; safe to print.
  public let detail: String

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and, where there is one, the detail.
  public var description: String { detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)" }
}

/// Bounds of a backup, checked as it is written and before anything of it is believed.
public enum BackupLimits {
  /// The longest file, in bytes: 513 MiB.
  public static let fileByteCount = 513 << 20
  /// The most that is sealed in it, in bytes: 512 MiB.
  public static let bodyByteCount = 512 << 20
  /// The longest owner header, in bytes: 64 KiB.
  public static let ownerHeaderByteCount = 64 << 10
  /// The most sealed records, and the most tasks.
  public static let count = 1_000_000
  /// The longest name of a record, in UTF-8 bytes.
  public static let nameByteCount = 512
  /// The longest sealed record, in bytes: 2 MiB.
  public static let recordByteCount = 2 << 20
  /// The longest task, in bytes of JSON: 16 MiB.
  public static let taskByteCount = 16 << 20
}
