internal import AgentAPI
internal import FoundationEssentials
internal import VaultModel

extension TodoTask {
  /// Whether none of its texts is still to be confirmed, as far as its row tells.
  var isConfirmed: Bool { sealedItems.allSatisfy(\.seal.hasOwnerMAC) }

  /// Whether the first of its texts that is to be confirmed was sealed before vault was upgraded.
  var isLegacy: Bool { sealedItems.first { !$0.seal.hasOwnerMAC }?.seal.hasLegacyMAC ?? false }

  /// Whether none of its texts carries the owner's MAC: then nothing in its row needs the owner to be changed.
  var hasNoOwnerMAC: Bool { !sealedItems.contains(where: \.seal.hasOwnerMAC) }

  /// Whether another state of it says the same of its seals.
  func hasSameSeals(as other: TodoTask) -> Bool {
    isProtected == other.isProtected && alwaysVerify == other.alwaysVerify && destruction == other.destruction
  }
}

extension TaskNames {
  /// How many tasks are named.
  private static let maximumNameCount = 20

  /// What is told where texts are passed on that the owner has not been shown: which they are. None where all are confirmed.
  func unconfirmedNotes(_ tasks: [TodoTask]) async throws(Failure) -> [String] {
    let unconfirmed = tasks.filter { !$0.isConfirmed }
    let legacy = unconfirmed.filter(\.isLegacy)
    let added = unconfirmed.filter { !$0.isLegacy }
    return [
      try await note(added, "added while the vault was locked"),
      try await note(legacy, "sealed before vault was upgraded"),
    ].compactMap { $0 }
  }

  /// - Parameter origin: where their texts come from.
  private func note(_ tasks: [TodoTask], _ origin: String) async throws(Failure) -> String? {
    guard !tasks.isEmpty else { return nil }
    var names = try await rows(Array(tasks.prefix(Self.maximumNameCount))).map(\.shortID)
    if tasks.count > names.count { names.append("and \(tasks.count - names.count) more") }
    let what = tasks.count == 1 ? "The text of 1 task is" : "The texts of \(tasks.count) tasks are"
    return "\(what) not yet confirmed, \(origin) and not revealed since: \(names.joined(separator: ", "))."
  }
}
