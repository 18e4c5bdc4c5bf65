internal import AgentAPI
internal import Sealing
internal import VaultModel

/// Finds the sealed texts that are not in the credential store as their tasks have them.
struct LostTextFinder: Sendable {
  let names: TaskNames
  let records: SealedRecords

  /// A text that its task refers to in vain.
  struct LostText: Sendable {
    let task: TodoTask
    let item: SealedItem
    /// Whether its record is there and damaged; otherwise it is gone, or another's.
    let isDamaged: Bool
  }

  /// All of them, by when their tasks were made.
  func lost() async throws(Failure) -> [LostText] {
    var lost: [LostText] = []
    for task in try await names.sealed() {
      for item in task.sealedItems {
        do throws(Failure) {
          let record = try await records.record(item.name)
          // The task says by its digest which text is its own; another version is none.
          guard record.map({ SHA256.digest(of: $0) }) != item.seal.digest else { continue }
          lost.append(LostText(task: task, item: item, isDamaged: false))
        } catch {
          guard error.code == .badData else { throw error }
          lost.append(LostText(task: task, item: item, isDamaged: true))
        }
      }
    }
    return lost
  }
}
