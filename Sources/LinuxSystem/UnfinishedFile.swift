internal import Glibc

/// A new file, for its owner alone, that has no name until it is whole (`O_TMPFILE`, open(2)): a program that is killed leaves nothing of it. Where
/// the file system has no such files it has its name from the beginning, and loses that unless it is finished.
public struct UnfinishedFile: ~Copyable, Sendable {
  /// The name that it gets.
  public let path: String
  /// What is written to, as long as this value lives.
  public let descriptor: Int32
  /// Whether it goes with its last descriptor, and not by its name.
  private let isNameless: Bool
  private var isFinished = false

  /// `O_TMPFILE`; glibc declares it only under `_GNU_SOURCE`.
  private static let nameless: Int32 = 0o20000000 | O_DIRECTORY

  /// Makes it.
  ///
  /// - Throws: `SystemError` with the code of `open(2)`: `EEXIST` where something has the name.
  public init(_ path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw SystemError("open", code: EEXIST) }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let nameless = open(directory, O_WRONLY | Self.nameless | O_CLOEXEC, 0o600)
    let opened = nameless >= 0 ? nameless : open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SystemError("open") }
    self.path = path
    descriptor = opened
    isNameless = nameless >= 0
  }

  /// Gives it its name, once all of it is on the disk.
  ///
  /// - Throws: `SystemError`, with `EEXIST` where something else has got the name meanwhile. Nothing is left of it then.
  public consuming func finish() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError("fsync") }
    if isNameless {
      let source = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw SystemError("linkat") }
    }
    isFinished = true
  }

  deinit {
    close(descriptor)
    if !isNameless, !isFinished { unlink(path) }
  }
}
