public import AgentAPI
internal import Glibc
internal import Localization

/// A file as it is when a person is asked about it. It is held without being read, so that no other file can have its number meanwhile.
public final class HeldFile: Sendable {
  /// Which file it is.
  public let identity: FileIdentity
  private let descriptor: Int32

  /// Takes hold of a file, and of no link: a person is shown the link's name alone.
  ///
  /// - Parameter path: absolute.
  public init(_ path: String) throws(Failure) {
    descriptor = open(path, OpenFlags.placeOnly | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.badData, verbatim: localized("\(path) can't be opened: \(String(cString: strerror(errno)))."))
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    guard isKnown, status.st_mode & S_IFMT != S_IFLNK else {
      throw Failure(
        .badData, verbatim: localized("\(path) is a link."), hint: localized("Open the file that it leads to."))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The same away from the main actor: a disk may take its time.
  nonisolated static func hold(_ path: String) async throws(Failure) -> HeldFile { try HeldFile(path) }
}
