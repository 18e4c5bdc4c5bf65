import AgentAPI
import Foundation
import TaskStore

@testable import AgentService

/// Nobody reminds.
struct NoReminders: ReminderHolding {
  func hold() {}
  func release() {}
}

extension ProtectedStage {
  var lostTexts: LostTextFinder { LostTextFinder(names: edits.names, records: records) }
  var backup: BackupController {
    BackupController(
      names: edits.names, records: records, confirmed: confirmed, states: store, owner: owner, access: owner)
  }

  /// - Parameter owner: another than its own.
  func restore(
    _ owner: RecordingOwner? = nil, marks: (any ReminderStateStore)? = nil,
    _ reminders: any ReminderHolding = NoReminders()
  ) -> RestoreController {
    let owner = owner ?? self.owner
    return RestoreController(
      tasks: store, states: marks ?? store, reminders: reminders, records: records, confirmed: owner, accessLog: owner,
      owner: owner)
  }

  /// - Parameter owner: another than its own.
  func restoreTexts(_ owner: RecordingOwner? = nil) -> RestoreTextsController {
    let owner = owner ?? self.owner
    return RestoreTextsController(lostTexts: lostTexts, records: records, owner: owner, access: owner)
  }

  /// Writes a backup.
  ///
  /// - Returns: where.
  func backedUp() async throws -> String {
    let path = path("vault.backup")
    _ = try await backup.backup(to: path, SilentConversation())
    return path
  }
}
