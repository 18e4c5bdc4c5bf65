public import AgentAPI
internal import Localization
internal import VaultClient
public import VaultModel

extension AgentLink {
  /// Writes tasks into a file that only its owner may read; protected texts are left out.
  ///
  /// - Parameters:
  ///   - path: absolute; its end says in which form (``ExportFormat``).
  ///   - replaces: whether a file of that name is replaced, once the new one is whole.
  /// - Returns: what the form could not keep; empty for nothing.
  public func exportTasks(
    _ filter: TaskFilter, to path: String, replaces: Bool = false
  ) async throws(Failure) -> String {
    guard let format = ExportFormat(path: path) else {
      throw Failure(
        .usage, verbatim: localized("The end of the name does not say in which form."),
        hint: localized("Use one of \(ExportFormat.endings)."))
    }
    let request = ExportTasks(format: format.rawValue, filter: filter, includesProtected: false)
    return try await Self.export(request, over: try await slowConnection.open(), to: path, replaces: replaces)
  }

  /// Away from the main actor: a disk may take its time.
  private nonisolated static func export(
    _ request: ExportTasks, over connection: AgentConnection, to path: String, replaces: Bool
  ) async throws(Failure) -> String {
    let writer = try ExportWriter(path, replaces: replaces)
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
