import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What waits for a place on the desktop")
struct NoticeQueueTests {
  private let now = Date.start + 1000
  private static let notice = #"{"aps":{"alert":"Hello"}}"#

  private func entry(_ number: Int64, _ payload: String = InboxItem.task, _ state: InboxState = .pending) -> InboxEntry
  {
    InboxEntry(
      sequence: number, push: UUID(), createdAt: .start, state: state, isUnsynced: false, isSilent: false,
      payload: PushPayload(payload))
  }

  private func shows(_ plan: NoticePlan) -> [Int64] {
    plan.actions.compactMap { if case .show(let entry, _, _) = $0 { entry.sequence } else { nil } }
  }

  @Test("proposals that were read while they waited take the places that become free all the same, and quietly")
  func readWhileWaiting() {
    var waiting = NoticeSituation(now: now, device: "mine")
    waiting.shown = Set((1...5).map { .item($0) })
    for number in 1...5 as ClosedRange<Int64> { waiting.shownEntries[number] = entry(number) }
    waiting.queued = [entry(6, InboxItem.task, .read), entry(7)]
    #expect(NoticePlan(waiting).actions.isEmpty)
    waiting.shownEntries[1]?.state = .rejected
    waiting.shownEntries[2]?.state = .accepted
    #expect(
      NoticePlan(waiting).actions == [
        .withdraw(.item(1)), .withdraw(.item(2)), .show(waiting.queued[0], isAgain: true),
        .show(waiting.queued[1], isAgain: false),
      ])
    // What is new has come for the places that are left.
    waiting.arrived = [entry(8, Self.notice)]
    #expect(shows(NoticePlan(waiting)) == [6, 8])
  }

  @Test("it is looked again when the first of what is shown is over, alone or together")
  func expiry() {
    var both = NoticeSituation(now: now, device: "mine")
    (both.shown, both.unreadCountOfSeveral) = ([.item(1), .several(2...9)], 3)
    both.shownEntries[1] = entry(1)
    #expect(NoticePlan(both).expiry == nil)
    both.expiryOfSeveral = now + 9
    #expect(NoticePlan(both).expiry == now + 9)
    both.shownEntries[1]?.expiresAt = now + 5
    #expect(NoticePlan(both).expiry == now + 5)
  }

  @Test("one of each thread is named, and a thread is its sender's own")
  func threads() {
    let payload = #"{"aps":{"alert":"Hello","thread-id":"build"}}"#
    var items = (1...4).map { entry($0, payload) } + [entry(5, Self.notice), entry(6, Self.notice)]
    items[2].sender = ItemSender(kind: .program, name: "backups")
    items[3].sender = ItemSender(kind: .program, name: "builds")
    #expect(items.firstOfEachThread.map(\.sequence) == [1, 3, 4, 5, 6])
  }
}
