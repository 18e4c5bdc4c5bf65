internal import GRDB
internal import Glibc

/// Why an inbox could not do what it was asked. Compared by code alone; never holds anything of a payload.
public struct InboxStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed list of reasons; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// The file contradicts itself or is beyond reading. What is in it but decisions not yet reported can be fetched again.
    case damaged
    /// The file was written by a newer version of this program.
    case newerFormat
    /// No space is left.
    case diskFull
    /// The file or its directory can't be read or written by this user.
    case readOnly
    /// Another program held the file for longer than the time allowed.
    case busy
    /// The owner was never introduced with ``InboxStore/begin(_:at:)``.
    case unknownOwner
    /// There is no such item or message, or no longer.
    case notFound
    /// There are items or changes in between that are not here yet: fetch from the position that the store says.
    case gap
    /// The server has given a number to another push: it was set up anew, or an older copy was put back.
    case otherNumbering
    /// No more may wait to be sent.
    case full
    /// What is to be stored is nothing that a server says.
    case invalid
    /// Anything else; the detail says what.
    case failed
  }

  /// The reason.
  public let code: Code
  /// What a person should know besides: a path, a number, SQLite's own result code.
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

extension InboxStoreError {
  /// Runs `body` and says what SQLite's errors mean for the file at `path`.
  static func mapping<Result>(_ path: String, _ body: () throws -> Result) throws(InboxStoreError) -> Result {
    do { return try body() } catch let error as InboxStoreError { throw error } catch let error as DatabaseError {
      // SQLite's own message is left out: it can quote what was stored.
      throw InboxStoreError(
        code(for: error.extendedResultCode), "\(path): SQLite result \(error.extendedResultCode.rawValue)")
    } catch {
      throw InboxStoreError(.failed, path)
    }
  }

  /// What an error number of the system means.
  init(errno code: Int32, _ path: String) {
    let text = "\(path): \(String(cString: strerror(code)))"
    switch code {
    case EACCES, EPERM, EROFS, ELOOP, ENOENT, ENOTDIR, EISDIR: self.init(.readOnly, text)
    case ENOSPC, EDQUOT, EFBIG: self.init(.diskFull, text)
    default: self.init(.failed, text)
    }
  }

  private static func code(for result: ResultCode) -> Code {
    // No room for the file that programs share (`-shm`).
    if result == .SQLITE_IOERR_SHMSIZE { return .diskFull }
    switch result.primaryResultCode {
    // Our SQL is fixed, so SQLITE_ERROR (no such table) is the file's fault.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_MISMATCH,
      .SQLITE_CONSTRAINT:
      return .damaged
    case .SQLITE_FULL: return .diskFull
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: return .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy
    default: return .failed
    }
  }
}
