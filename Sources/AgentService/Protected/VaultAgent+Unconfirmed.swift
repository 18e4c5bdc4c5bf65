internal import AgentAPI
internal import FoundationEssentials
internal import VaultModel

extension TodoTask {
  /// Whether none of its texts is still to be confirmed, as far as its row tells.
  var isConfirmed: Bool { sealedItems.allSatisfy(\.seal.hasOwnersMark) }

  /// Whether none of its texts carries the owner's mark: then nothing in its row needs the owner to be changed.
  var isUnmarked: Bool { !sealedItems.contains(where: \.seal.hasOwnersMark) }

  /// Whether another state of it says the same of its seals.
  func hasSameSeals(as other: TodoTask) -> Bool {
    isProtected == other.isProtected && alwaysVerify == other.alwaysVerify && destruction == other.destruction
  }
}

extension VaultAgent {
  /// How many tasks are named.
  private static let maximumNameCount = 20

  /// What is told where texts are passed on that the owner has not been shown: which they are. None where all are confirmed.
  func unconfirmedNotes(_ tasks: [TodoTask]) async throws(Failure) -> [String] {
    let unconfirmed = tasks.filter { !$0.isConfirmed }
    guard !unconfirmed.isEmpty else { return [] }
    var names = try await rows(Array(unconfirmed.prefix(Self.maximumNameCount))).map(\.shortID)
    if unconfirmed.count > names.count { names.append("and \(unconfirmed.count - names.count) more") }
    let what = unconfirmed.count == 1 ? "The text of 1 task is" : "The texts of \(unconfirmed.count) tasks are"
    return [
      "\(what) not yet confirmed, added while the vault was locked and not revealed since: \(names.joined(separator: ", "))."
    ]
  }
}
