internal import Glibc

/// What `stat(2)` says of a file.
///
/// A module that also uses SwiftNIO can't ask `stat` itself: in release builds the compiler takes the structure for NIO's.
public struct FileStatus: Equatable, Sendable {
  /// Whether it is a directory.
  public let isDirectory: Bool
  /// The user id of its owner.
  public let owner: UInt32
  /// The permission bits, for instance `0o700`.
  public let permissions: UInt32

  /// Looks at a file; symbolic links are followed.
  ///
  /// - Throws: `SystemError` with the code of `stat(2)`.
  public init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw SystemError("stat") }
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    owner = status.st_uid
    permissions = status.st_mode & 0o7777
  }
}
