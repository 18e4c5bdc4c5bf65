internal import AgentAPI
internal import Logging
internal import ServiceLifecycle

/// Tells what the check of the task database found that runs beside the first requests of every start.
struct OpeningCheck: Service {
  let stores: VaultStores
  let notices: NoticeQueue
  let logger: Logger

  func run() async throws {
    do throws(Failure) { for notice in try await stores.noticesOfOpeningCheck() { notices.add(notice) } } catch {
      logger.warning("the task database could not be checked", metadata: ["reason": "\(LogReason(error))"])
    }
    try await gracefulShutdown()
  }
}
