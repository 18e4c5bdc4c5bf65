internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import Synchronization
internal import VaultClient

/// Writes the parts of a document into a file: a new one, or one that takes another's place once it is whole. A link is replaced, and what it leads to stays. It has no name until then, where the file system has
/// such files, so that a program that is killed leaves nothing of it.
final class ExportWriter: AgentResponder {
  private let path: String
  /// Whether the parts are bytes in base64, and no text.
  private let isBase64: Bool
  /// Another name in the same directory where it takes another file's place, which is no longer than names may be.
  private let draft: String
  /// Whether it has no name yet.
  private let isNameless: Bool
  /// Closed where it is negative.
  private let descriptor: Mutex<Int32>

  /// Makes the file, for its owner alone.
  init(_ path: String, replaces: Bool, isBase64: Bool = false) throws(Failure) {
    (self.path, self.isBase64) = (path, isBase64)
    // Nobody was asked about a file that comes meanwhile.
    var status = stat()
    let replaces = replaces && stat(path, &status) == 0
    // A pipe that somebody reads, or a directory, is nothing to put a file in the place of.
    if replaces, status.st_mode & S_IFMT != S_IFREG { throw Self.isThere(path) }
    draft = replaces ? "\(Self.directory(of: path)).\(UUID().uuidString).part" : path
    if !replaces, lstat(path, &status) == 0 { throw Self.isThere(path) }
    let nameless = Self.openNameless(beside: path)
    isNameless = nameless >= 0
    let opened = isNameless ? nameless : open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw errno == EEXIST
        ? Self.isThere(path)
        : Failure(.cannotCreate, verbatim: localized("\(path) can't be made: \(String(cString: strerror(errno)))."))
    }
    descriptor = Mutex(opened)
  }

  private static func isThere(_ path: String) -> Failure {
    Failure(
      .cannotCreate, verbatim: localized("\(path) is there already."),
      hint: localized("Name a file that is not there yet."))
  }

  /// - Returns: less than 0 where the file system has no such files.
  private static func openNameless(beside path: String) -> Int32 {
    open(directory(of: path), O_WRONLY | OpenFlags.nameless | O_CLOEXEC, 0o600)
  }

  /// With the `/` at its end.
  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Gives it the name that it is written under.
  ///
  /// - Returns: whether it has that now.
  private func name(_ descriptor: Int32) -> Bool {
    !isNameless || linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0
  }

  deinit { giveUp() }

  func part(_ text: String) async throws(Failure) {
    guard let part = isBase64 ? Data(base64Encoded: text) : Data(text.utf8) else { throw unwritten(EIO) }
    let problem = descriptor.withLock { descriptor in part.withUnsafeBytes { Self.put($0, into: descriptor) } }
    if let problem { throw unwritten(problem) }
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, into descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = UnsafeRawBufferPointer(rebasing: rest).baseAddress.map { write(descriptor, $0, rest.count) } ?? -1
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// All of it is on the disk, under its name.
  func finish() throws(Failure) {
    let problem = descriptor.withLock { descriptor -> Int32? in
      guard fsync(descriptor) == 0, name(descriptor) else { return errno }
      defer { descriptor = -1 }
      guard close(descriptor) == 0, draft == path || rename(draft, path) == 0 else {
        let problem = errno
        unlink(draft)
        return problem
      }
      return nil
    }
    if problem == EEXIST { throw Self.isThere(path) }
    if let problem { throw unwritten(problem) }
  }

  /// Removes what there is of it, unless it is finished.
  func giveUp() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      close(descriptor)
      descriptor = -1
      if !isNameless { unlink(draft) }
    }
  }

  private func unwritten(_ problem: Int32) -> Failure {
    Failure(.cannotCreate, verbatim: localized("\(path) could not be written: \(String(cString: strerror(problem)))."))
  }
}
