internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI

/// The request that deletes items, here, on the user's other devices and on the server.
struct InboxDeletionController: Sendable {
  /// The most items of one request.
  private static let maximumCount = 500

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let sync: any DecisionSending
  let redactions: InboxRedactionService

  /// Deletes items, all or none: their texts are erased, and lists leave them out.
  func delete(_ numbers: [Int64]) async throws(Failure) -> Acknowledgement {
    let numbers = Set(numbers)
    guard numbers.count <= Self.maximumCount else {
      throw Failure(.usage, "At most \(Self.maximumCount) items are deleted at once.")
    }
    let owner = try await owners.fetchedOwner()
    var waiting: [Int64] = []
    for number in numbers.sorted() {
      let entry = try await InboxStoreError.asFailure(await store.entry(number, for: owner))
      if entry.wantsDecision, !entry.state.isDecision, !entry.isExpired(at: Date()) { waiting.append(number) }
    }
    // Its sender may wait for an answer.
    for number in waiting {
      _ = try await InboxStoreError.asFailure(await store.mark(number, as: .rejected, at: Date(), for: owner))
    }
    if !waiting.isEmpty { await sync.sendDecisions() }
    let outcome: [String]
    do { outcome = try await redactions.redact(numbers, of: owner) } catch { throw Failure(error) }
    let what = LocalizedText(
      one: "\(numbers.count) item is deleted, here and on your other devices.",
      other: "\(numbers.count) items are deleted, here and on your other devices.", count: numbers.count)
    return Acknowledgement(([what] + outcome.map(LocalizedText.init(words:))).joined())
  }
}

extension RequestRouter {
  /// Adds the request that the controller answers.
  mutating func route(to deletion: InboxDeletionController) {
    on(DeleteInboxItems.self) { (request) throws(Failure) in try await deletion.delete(request.numbers) }
  }
}
