internal import AgentAPI
internal import Localization
internal import Logging
internal import ServiceLifecycle

/// Tells what the check of the task database found that runs beside the first requests of every start.
struct OpeningCheck: Service {
  let stores: VaultStores
  let notices: NoticeQueue
  let logger: Logger

  func run() async throws {
    // Not a child task: the agent's end does not wait for it here, but where the database is closed.
    Task { await tell() }
    try await gracefulShutdown()
  }

  private func tell() async {
    do throws(Failure) {
      for notice in try await stores.noticesOfOpeningCheck() { notices.add(LocalizedText(words: notice)) }
    } catch {
      logger.warning("the task database could not be checked", metadata: ["reason": "\(LogReason(error))"])
    }
  }
}
