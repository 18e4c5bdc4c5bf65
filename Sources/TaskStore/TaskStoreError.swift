public import FoundationEssentials
internal import VaultModel

/// Why a task store could not do what it was asked. Compared by code alone; never holds a task's text.
public struct TaskStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// Rows fail their checksum and no copy could replace them, or the file is beyond reading.
    case damaged
    /// The file was written by a newer version of this program.
    case newerFormat
    /// No space is left.
    case diskFull
    /// The file or its directory can't be read or written by this user.
    case readOnly
    /// Another program held the file for longer than the time allowed.
    case busy
    /// There is a task of that id already.
    case alreadyExists
    /// There is no task of that id.
    case notFound
    /// A task, or the log, is not as the change expects it: somebody else changed it meanwhile.
    case conflict
    /// The task holds something no store keeps: a date that is none, or more than 1 MiB of text.
    case invalid
    /// Anything else; the detail tells.
    case failed
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides: a path, SQLite's own result code. Never a task's text.
  public let detail: String
  /// The tasks concerned, where they are known.
  public let ids: [UUID]

  /// Makes an error with a reason and a detail that is safe to print.
  public init(_ code: Code, _ detail: String = "", ids: [UUID] = []) {
    self.code = code
    self.detail = detail
    self.ids = ids
  }

  /// An operation is not the newest that can be taken back.
  init(notNewest operation: Int64) { self.init(.conflict, "operation \(operation) is not the newest") }

  /// An operation is not there, is skipped, or others have changed its tasks since.
  init(notLast operation: Int64) { self.init(.conflict, "operation \(operation) is not the last on its tasks") }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code, the ids and, where there is one, the detail.
  public var description: String {
    let names = ids.isEmpty ? "" : " " + ids.map { $0.text }.joined(separator: ", ")
    return detail.isEmpty ? code.rawValue + names : "\(code.rawValue)\(names): \(detail)"
  }
}
