internal import AgentAPI
internal import Logging
internal import NotificationBoard
internal import TaskStore

/// Remembers among the vault's own records what is on the desktop.
struct RecordedNotifications: NotificationMemory {
  let state: any VaultStateStore
  let logger: Logger

  func shown(on panel: NotificationPanel) async throws -> ShownNotifications? {
    try await state.recorded(ShownNotifications.self, VaultStateKey(panel.rawValue))
  }

  func remember(_ shown: ShownNotifications, on panel: NotificationPanel) async {
    do throws(Failure) { try await state.record(shown, VaultStateKey(panel.rawValue)) } catch {
      logger.notice("what is shown can't be remembered", metadata: ["reason": "\(LogReason(error))"])
    }
  }
}
