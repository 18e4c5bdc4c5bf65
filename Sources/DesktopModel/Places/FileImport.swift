public import AgentAPI

/// Takes tasks in from files.
public protocol ImportService: Sendable {
  /// Has the agent read a file, which it bounds, and take its tasks.
  ///
  /// - Parameter file: the one that it has to be; nil for whatever is there.
  /// - Returns: what became of them, in sentences, and what takes all of it back.
  func importTasks(from path: String, file: FileIdentity?) async throws(Failure) -> Notice
}

extension AgentLink: ImportService {
  public func importTasks(from path: String, file: FileIdentity? = nil) async throws(Failure) -> Notice {
    let reply = try await ask(ImportTasks(path: path, format: nil, file: file))
    // A very large one is more than one operation.
    return Notice(reply.message, undo: reply.operation, isFinal: reply.operation == nil)
  }
}

/// Imports the tasks of a file that was opened with the window, once the person agrees. Nothing reads the file before that, and no other one is read after it.
@MainActor
public final class FileImport {
  private let service: any ImportService
  private let agree: @MainActor (OfferedFile) async -> Bool
  private let told: @MainActor (Result<Notice, Failure>) -> Void
  private var isBusy = false

  /// - Parameters:
  ///   - agree: asks the person.
  ///   - told: told what became of it.
  public init(
    _ service: any ImportService, agree: @escaping @MainActor (OfferedFile) async -> Bool,
    told: @escaping @MainActor (Result<Notice, Failure>) -> Void
  ) {
    (self.service, self.agree, self.told) = (service, agree, told)
  }

  /// Asks about a file. While another one is asked about or imported, nobody is asked about more: any program of the session may have files opened.
  public func offer(_ file: OfferedFile) {
    guard !isBusy else { return }
    isBusy = true
    Task { [weak self] in
      await self?.ask(file)
      self?.isBusy = false
    }
  }

  private func ask(_ file: OfferedFile) async {
    do throws(Failure) {
      let held = try await HeldFile.hold(file.path)
      // Until it has been read, nobody can give its number to another file.
      defer { withExtendedLifetime(held) {} }
      guard await agree(file) else { return }
      told(.success(try await service.importTasks(from: file.path, file: held.identity)))
    } catch { told(.failure(error)) }
  }
}
