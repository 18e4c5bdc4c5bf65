internal import AgentAPI
internal import FoundationEssentials
internal import Localization
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
  func unconfirmedNotes(_ tasks: [TodoTask]) async throws(Failure) -> [LocalizedText] {
    let unconfirmed = tasks.filter { !$0.isConfirmed }
    let legacy = unconfirmed.filter(\.isLegacy)
    let added = unconfirmed.filter { !$0.isLegacy }
    var notes: [LocalizedText] = []
    if let ids = try await ids(added) {
      notes.append(
        LocalizedText(
          one:
            "The text of \(added.count) task is not yet confirmed, added while the vault was locked and not revealed since: \(ids).",
          other:
            "The texts of \(added.count) tasks are not yet confirmed, added while the vault was locked and not revealed since: \(ids).",
          count: added.count))
    }
    if let ids = try await ids(legacy) {
      notes.append(
        LocalizedText(
          one:
            "The text of \(legacy.count) task is not yet confirmed, sealed before vault was upgraded and not revealed since: \(ids).",
          other:
            "The texts of \(legacy.count) tasks are not yet confirmed, sealed before vault was upgraded and not revealed since: \(ids).",
          count: legacy.count))
    }
    return notes
  }

  /// The short ids of tasks; nil where there are none.
  private func ids(_ tasks: [TodoTask]) async throws(Failure) -> LocalizedText? {
    guard !tasks.isEmpty else { return nil }
    let ids = try await rows(Array(tasks.prefix(Self.maximumNameCount))).map(\.shortID).joined(separator: ", ")
    let more = tasks.count - Self.maximumNameCount
    return more > 0 ? "\(ids), and \(more) more" : LocalizedText(verbatim: ids)
  }
}
