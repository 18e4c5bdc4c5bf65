internal import AgentAPI
internal import AgentInbox
internal import Logging
internal import ServerClient
internal import ServiceLifecycle

/// Asks for comments and likes each time that there is a connection, and whenever a hint of them may have come, so that what is shown of them
/// is what there is.
struct FeedbackFetcher: Service {
  let hints: HintFetcher
  let inbox: InboxService
  let logger: Logger

  func run() async throws {
    let (inbox, trigger) = (inbox, inbox.feedbackNews)
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { for await phase in await inbox.sync.phases() where phase == .live { trigger.wake() } }
        for await _ in trigger.signals {
          do throws(Failure) { try await hints.fetchFeedback() } catch {
            logger.notice("comments could not be fetched", metadata: ["code": "\(error.code)"])
          }
        }
        group.cancelAll()
      }
    }
  }
}
