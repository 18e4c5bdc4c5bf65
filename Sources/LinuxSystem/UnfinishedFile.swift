internal import Glibc

/// A new file, for its owner alone, that has no name until it is whole (`O_TMPFILE`, open(2)): a program that is killed leaves nothing of it. Where
/// the file system has no such files it has its name from the beginning, and loses that unless it is finished.
public struct UnfinishedFile: ~Copyable, Sendable {
  /// The name that it gets.
  public let path: String
  /// What is written to, as long as this value lives.
  public let descriptor: Int32
  /// The name that it has first: another one in the same directory, no longer than names may be, where it takes another file's place.
  private let draft: String
  /// Whether it goes with its last descriptor, and not by its name.
  private let isNameless: Bool
  private var isFinished = false

  /// `O_TMPFILE`; glibc declares it only under `_GNU_SOURCE`.
  private static let nameless: Int32 = 0o20000000 | O_DIRECTORY

  /// Makes it.
  ///
  /// - Parameter replaces: whether it takes the place of a file that is there now, once it is whole. A link to a file is replaced, and what it leads to stays.
  ///   A pipe, a device, a directory or a link to nothing is nothing to put a file in the place of.
  /// - Throws: `SystemError` with the code of `open(2)`: `EEXIST` where something has the name.
  public init(_ path: String, replaces: Bool = false) throws(SystemError) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    var status = stat()
    let isThere = lstat(path, &status) == 0
    if isThere {
      guard replaces, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw SystemError("open", code: EEXIST)
      }
    }
    let draft = isThere ? "\(directory).\(UInt64.random(in: .min ... .max)).part" : path
    let nameless = open(directory, O_WRONLY | Self.nameless | O_CLOEXEC, 0o600)
    let opened = nameless >= 0 ? nameless : open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SystemError("open") }
    (self.path, self.draft) = (path, draft)
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
      guard linkat(AT_FDCWD, source, AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0 else { throw SystemError("linkat") }
    }
    if draft != path, rename(draft, path) != 0 {
      let error = SystemError("rename")
      unlink(draft)
      throw error
    }
    isFinished = true
  }

  deinit {
    close(descriptor)
    if !isNameless, !isFinished { unlink(draft) }
  }
}
