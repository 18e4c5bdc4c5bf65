internal import Glibc
internal import LinuxSystem

/// The directory of the server's data: of this user alone.
struct DataDirectory {
  /// Why a directory can't be used.
  enum Problem: Error, Equatable {
    /// It can't be made or read; the text is the system's.
    case unusable(path: String, reason: String)
    /// It belongs to somebody else.
    case notOurs(path: String)
    /// Others may read or write it.
    case open(path: String)
    /// It is no directory.
    case notADirectory(path: String)
  }

  let path: String

  /// The database's file.
  var database: String { path + "/vault-server.sqlite" }

  /// Checks the directory, or makes it with mode 0700. An existing one is never changed: it might be `/tmp`.
  init(path: String) throws(Problem) {
    self.path = path
    // The files in it, SQLite's helpers among them, become readable by this user alone.
    umask(0o077)
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw .unusable(path: path, reason: SystemError("mkdir").description)
    }
    let status: FileStatus
    do { status = try FileStatus(path: path) } catch { throw .unusable(path: path, reason: error.description) }
    guard status.isDirectory else { throw .notADirectory(path: path) }
    guard status.owner == geteuid() else { throw .notOurs(path: path) }
    guard status.permissions & 0o077 == 0 else { throw .open(path: path) }
  }
}
