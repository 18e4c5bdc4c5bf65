internal import AgentAPI
internal import AgentInbox
internal import Inbox

/// What is shown is known by its number, which stands for another item once the server numbers anew.
extension InboxNotifier {
  /// What is shown under a number; nil where that stands for another push now.
  func shownEntry(_ number: Int64, _ owner: InboxOwner) async throws -> InboxEntry? {
    let entry = try await entry(number, owner)
    return identities[number].map { $0.push == entry?.push } ?? true ? entry : nil
  }

  /// Forgets what is known by numbers that stand for other items now.
  func followNumbers(_ owner: InboxOwner) async throws {
    let mark = await dependencies.inbox.store.restartMark
    guard mark != restartMark else { return }
    restartMark = mark
    var same: Set<Int64> = []
    for number in shown.items where try await shownEntry(number, owner) != nil { same.insert(number) }
    (placed, timedOut) = (placed.intersection(same), timedOut.intersection(same))
    (queuedNumbers, shownContent, postponed) = (shown.several, nil, try await storedPostponed())
  }

  /// What can't be looked at is taken for redacted.
  func isRedacted(_ number: Int64, _ owner: InboxOwner) async -> Bool {
    do {
      if let entry = try await entry(number, owner) { return entry.isRedacted }
      return try await !dependencies.inbox.store.isFetchingAnew(for: owner)
    } catch { return true }
  }
}
