internal import DurableFiles
internal import Glibc

/// A backup as a file: mode 0600, never over another file, on the disk when the call returns.
public enum BackupFile {
  /// Writes `bytes` to a new file at `path`; leaves none behind when that fails.
  ///
  /// - Throws: ``BackupError``: `alreadyExists`, `diskFull`, `readOnly` or `failed`.
  public static func write(_ bytes: [UInt8], to path: String) throws(BackupError) {
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in
        try DurableFile.create(path, with: bytes)
        try DurableFile.syncDirectory(of: path)
      }
    }
    do throws(FileError) { try outcome.get() } catch { throw failure(error) }
  }

  /// Refuses a path where something is already, before any work is done for it; ``write(_:to:)`` refuses it in any case.
  public static func refuseExisting(_ path: String) throws(BackupError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw BackupError(.alreadyExists, path) }
  }

  /// Reads a file of at most ``BackupLimits/fileByteCount`` bytes.
  public static func read(_ path: String) throws(BackupError) -> [UInt8] {
    // Without O_NONBLOCK a named pipe would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw BackupError(.notABackup, "\(path) is not a regular file") }
    guard status.st_size <= BackupLimits.fileByteCount else { throw BackupError(.tooLarge, path) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + done, $0.count - done) }
      if count == 0 { throw BackupError(.damaged, "\(path) became shorter while it was read") }
      if count > 0 { done += count } else if errno != EINTR { throw failure(path) }
    }
    return bytes
  }

  private static func failure(_ path: String) -> BackupError { failure(FileError("open", path)) }

  private static func failure(_ error: FileError) -> BackupError {
    let text = "\(error.path): \(error.reason)"
    return switch error.number {
    case EEXIST: BackupError(.alreadyExists, text)
    case ENOSPC, EDQUOT, EFBIG: BackupError(.diskFull, text)
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP, EISDIR: BackupError(.readOnly, text)
    default: BackupError(.failed, text)
    }
  }
}
