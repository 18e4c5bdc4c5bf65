internal import AgentAPI
internal import Localization
internal import TaskStore
internal import VaultModel

extension TaskStoreRegistration {
  /// The vault's own database, which is open in any case.
  static func sqlite(_ database: SQLiteTaskStore) -> TaskStoreRegistration {
    TaskStoreRegistration(
      isInUse: { () async throws(Failure) in try await hasTasks(database) }, open: { database }, files: nil)
  }

  private static func hasTasks(_ database: SQLiteTaskStore) async throws(Failure) -> Bool {
    var filter = TaskFilter()
    filter.state = .any
    do { return try await database.count(filter) > 0 } catch  where error.code == .damaged { return true } catch {
      throw Failure(error)
    }
  }
}
