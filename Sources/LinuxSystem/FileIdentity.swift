internal import Glibc

/// What tells a file from every other one as long as it is there, whatever it is called.
public struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Looks at a regular file; the last part of the path is no symbolic link.
  ///
  /// - Throws: `SystemError` with the code of `lstat(2)`; `EINVAL` when it is no regular file.
  public init(path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemError("lstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("lstat", code: EINVAL) }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
