internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import Localization
internal import Synchronization
internal import VaultClient

/// Writes the parts of a document into a file: a new one, or one that takes another's place once it is whole.
final class ExportWriter: AgentResponder {
  private let path: String
  /// Whether the parts are bytes in base64, and no text.
  private let isBase64: Bool
  /// Where it is written; another name beside its own where it takes another file's place.
  private let draft: String
  /// Closed where it is negative.
  private let descriptor: Mutex<Int32>

  /// Makes the file, for its owner alone.
  init(_ path: String, replaces: Bool, isBase64: Bool = false) throws(Failure) {
    (self.path, self.isBase64) = (path, isBase64)
    // Nobody was asked about a file that comes meanwhile.
    let replaces = replaces && access(path, F_OK) == 0
    draft = replaces ? "\(path).\(UUID().uuidString.prefix(8))" : path
    let opened = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw errno == EEXIST
        ? Failure(
          .cannotCreate, verbatim: localized("\(path) is there already."),
          hint: localized("Name a file that is not there yet."))
        : Failure(.cannotCreate, verbatim: localized("\(path) can't be made: \(String(cString: strerror(errno)))."))
    }
    descriptor = Mutex(opened)
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
      guard fsync(descriptor) == 0 else { return errno }
      defer { descriptor = -1 }
      guard close(descriptor) == 0, draft == path || rename(draft, path) == 0 else {
        let problem = errno
        unlink(draft)
        return problem
      }
      return nil
    }
    if let problem { throw unwritten(problem) }
  }

  /// Removes what there is of it, unless it is finished.
  func giveUp() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      close(descriptor)
      descriptor = -1
      unlink(draft)
    }
  }

  private func unwritten(_ problem: Int32) -> Failure {
    Failure(.cannotCreate, verbatim: localized("\(path) could not be written: \(String(cString: strerror(problem)))."))
  }
}
