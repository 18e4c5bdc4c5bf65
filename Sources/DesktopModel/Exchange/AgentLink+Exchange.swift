public import AgentAPI
internal import Glibc
internal import Localization
internal import Synchronization
internal import VaultClient
public import VaultModel

extension AgentLink {
  /// Writes tasks into a new file that only its owner may read; protected texts are left out.
  ///
  /// - Parameter path: absolute; its end says in which form (``ExportFormat``).
  /// - Returns: what the form could not keep; empty for nothing.
  public func exportTasks(_ filter: TaskFilter, to path: String) async throws(Failure) -> String {
    guard let format = ExportFormat(path: path) else {
      throw Failure(
        .usage, verbatim: localized("The end of the name does not say in which form."),
        hint: localized("Use one of \(ExportFormat.endings)."))
    }
    let request = ExportTasks(format: format.rawValue, filter: filter, includesProtected: false)
    return try await Self.export(request, over: try await slowConnection.open(), to: path)
  }

  /// Away from the main actor: a disk may take its time.
  private nonisolated static func export(
    _ request: ExportTasks, over connection: AgentConnection, to path: String
  ) async throws(Failure) -> String {
    let writer = try ExportWriter(path)
    do throws(Failure) {
      let reply = try await connection.send(request, writer)
      try writer.finish()
      return reply.message
    } catch {
      writer.giveUp()
      throw error
    }
  }
}

/// Writes the parts of a document into a new file.
private final class ExportWriter: AgentResponder {
  private let path: String
  /// Closed where it is negative.
  private let descriptor: Mutex<Int32>

  init(_ path: String) throws(Failure) {
    self.path = path
    let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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
    var text = text
    let problem = descriptor.withLock { descriptor in
      text.withUTF8 { bytes -> Int32? in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
          let count = UnsafeRawBufferPointer(rebasing: rest).baseAddress.map { write(descriptor, $0, rest.count) } ?? -1
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return count < 0 ? errno : EIO }
          rest = rest.dropFirst(count)
        }
        return nil
      }
    }
    if let problem { throw unwritten(problem) }
  }

  /// All of it is on the disk.
  func finish() throws(Failure) {
    let problem = descriptor.withLock { descriptor -> Int32? in
      guard fsync(descriptor) == 0 else { return errno }
      defer { descriptor = -1 }
      guard close(descriptor) == 0 else {
        let problem = errno
        unlink(path)
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
      unlink(path)
    }
  }

  private func unwritten(_ problem: Int32) -> Failure {
    Failure(.cannotCreate, verbatim: localized("\(path) could not be written: \(String(cString: strerror(problem)))."))
  }
}
