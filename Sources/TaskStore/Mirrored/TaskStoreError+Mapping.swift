internal import DurableFiles
internal import GRDB
internal import Glibc

extension TaskStoreError {
  /// Runs `body` and says what SQLite's errors mean for the file at `path`.
  static func mapping<T>(_ path: String, _ body: () throws -> T) throws(TaskStoreError) -> T {
    do { return try body() } catch let error as TaskStoreError { throw error } catch let error as DatabaseError {
      throw TaskStoreError(error, path)
    } catch is RowDecodingError {
      throw TaskStoreError(.damaged, "\(path): a value is not of the kind that was written")
    } catch {
      throw TaskStoreError(.failed, path)
    }
  }

  /// A call on a file that failed.
  init(_ error: FileError) { self.init(errno: error.number, error.path) }

  /// What an error number of the system means.
  init(errno code: Int32, _ path: String) {
    let text = "\(path): \(String(cString: strerror(code)))"
    switch code {
    case EACCES, EPERM, EROFS, ELOOP, ENOENT, ENOTDIR: self.init(.readOnly, text)
    case ENOSPC, EDQUOT, EFBIG: self.init(.diskFull, text)
    default: self.init(.failed, text)
    }
  }

  private init(_ error: DatabaseError, _ path: String) {
    // SQLite's own message is left out: it can quote what was stored.
    let detail = "\(path): SQLite result \(error.extendedResultCode.rawValue)"
    self.init(Self.code(for: error.extendedResultCode, path), detail)
  }

  private static func code(for result: ResultCode, _ path: String) -> Code {
    switch result {
    case .SQLITE_IOERR_SHMSIZE: return .diskFull
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS: return .damaged
    default: break
    }
    switch result.primaryResultCode {
    // Our SQL is fixed, so SQLITE_ERROR (no such table, unsupported file format) is the file's fault.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_TOOBIG, .SQLITE_MISMATCH,
      .SQLITE_CONSTRAINT:
      return .damaged
    case .SQLITE_FULL: return .diskFull
    // A flipped version byte in the header makes SQLite call a writable file read-only.
    case .SQLITE_READONLY: return isWritable(path) ? .damaged : .readOnly
    case .SQLITE_CANTOPEN where hasNoFilesLeft(path): return .diskFull
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: return .readOnly
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy
    default: return .failed
    }
  }

  /// Whether the file system can hold no more files; SQLite only says that it could not make one.
  private static func hasNoFilesLeft(_ path: String) -> Bool {
    var system = statvfs()
    return statvfs(path, &system) == 0 && system.f_files > 0 && system.f_favail == 0
  }

  private static func isWritable(_ path: String) -> Bool {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return access(path, W_OK) == 0 && access(directory, W_OK) == 0
  }
}
