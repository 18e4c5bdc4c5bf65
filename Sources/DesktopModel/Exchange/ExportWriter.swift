internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Synchronization
internal import VaultClient

/// Writes the parts of a document into a file: a new one, or one that takes another's place once it is whole. A link to a file is
/// replaced, and what it leads to stays.
final class ExportWriter: AgentResponder {
  private let path: String
  /// Whether the parts are bytes in base64, and no text.
  private let isBase64: Bool
  /// Nothing once it is finished, or given up.
  private let file: Mutex<UnfinishedFile?>

  /// Makes the file, for its owner alone.
  init(_ path: String, replaces: Bool, isBase64: Bool = false) throws(Failure) {
    (self.path, self.isBase64) = (path, isBase64)
    do throws(SystemError) { file = Mutex(try UnfinishedFile(path, replaces: replaces)) } catch {
      throw error.code == EEXIST
        ? Self.isThere(path)
        : Failure(.cannotCreate, verbatim: localized("\(path) can't be made: \(SystemError.text(of: error.code))."))
    }
  }

  private static func isThere(_ path: String) -> Failure {
    Failure(
      .cannotCreate, verbatim: localized("\(path) is there already."),
      hint: localized("Name a file that is not there yet."))
  }

  func part(_ text: String) async throws(Failure) {
    guard let part = isBase64 ? Data(base64Encoded: text) : Data(text.utf8) else { throw unwritten(EIO) }
    let problem = file.withLock { file -> Int32? in
      guard let descriptor = file?.descriptor else { return EBADF }
      return part.withUnsafeBytes { Self.put($0, into: descriptor) }
    }
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
    let problem = file.withLock { file -> Int32? in
      guard let whole = file.take() else { return EBADF }
      do throws(SystemError) { try whole.finish() } catch { return error.code }
      return nil
    }
    if problem == EEXIST { throw Self.isThere(path) }
    if let problem { throw unwritten(problem) }
  }

  /// Removes what there is of it, unless it is finished.
  func giveUp() { file.withLock { $0 = nil } }

  private func unwritten(_ problem: Int32) -> Failure {
    Failure(.cannotCreate, verbatim: localized("\(path) could not be written: \(SystemError.text(of: problem))."))
  }
}
