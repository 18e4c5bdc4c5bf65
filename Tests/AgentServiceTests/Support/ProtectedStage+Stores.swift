import AgentAPI
import Foundation

@testable import AgentService

extension ProtectedStage {
  var lostTexts: LostTextFinder { LostTextFinder(names: edits.names, records: records) }
  var backup: BackupController {
    BackupController(
      names: edits.names, records: records, confirmed: confirmed, states: store, owner: owner, access: owner)
  }

  /// - Parameter owner: another than its own.
  func restore(_ owner: RecordingOwner? = nil) -> RestoreController {
    let owner = owner ?? self.owner
    return RestoreController(
      tasks: store, states: store, records: records, confirmed: owner, accessLog: owner, owner: owner)
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
