import AgentAPI
import AgentInbox
import Foundation
import Inbox
import Localization
import ServerAPI
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

extension RecordingOwner: FreshVerifying {}

@Suite("Requests about the inbox")
struct InboxControllerTests {
  private static let guarded = #"{"aps":{"alert":{"title":"Pay"}},"kind":"task","verify":true}"#
  private let stage: InboxStage

  init() async throws { stage = try await InboxStage() }

  private func controller(_ owner: RecordingOwner) -> InboxController {
    InboxController(
      owners: stage.owners, store: stage.store, decisions: stage.decisions, verification: owner, local: .system)
  }

  private func controller() throws -> InboxController { controller(try RecordingOwner()) }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("list a page of the newest, and count what is unread and what is older")
  func list() async throws {
    try await stage.receive(InboxItem.task, InboxItem.notice, InboxItem.task)
    let page = try await controller().list(2, before: nil)
    #expect(page.items.map(\.number) == [3, 2] && page.items.map(\.kind) == ["task", "notice"])
    #expect(page.unreadCount == 3 && page.hasMore && page.olderCount == 1 && page.owner == InboxOwner.ada.text)
    #expect(page.losses == nil)
    let rest = try await controller().list(2, before: 2)
    #expect(rest.items.map(\.number) == [1] && !rest.hasMore && rest.olderCount == 0)
    #expect(stage.log.calls.isEmpty, "to list makes nothing read")
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await controller().list(2, before: nil) }
  }

  @Test("tell what the server had let go until its owner was shown it, and nobody else")
  func losses() async throws {
    try await stage.receive(InboxItem.task)
    try await stage.store.recordBeginning(SequenceBounds(first: 1, highest: 1), for: .ada)
    try await stage.store.ingest(SequenceBounds(first: 4, highest: 3), for: .ada)
    let listing = try await controller().list(5, before: nil)
    let losses = [LostItems(count: 2)]
    #expect(listing.losses == losses)
    try await controller().passLosses(losses, of: InboxOwner.grace.text)
    #expect(try await controller().list(5, before: nil).losses == losses)
    try await controller().passLosses(losses, of: InboxOwner.ada.text)
    #expect(try await controller().list(5, before: nil).losses == nil)
  }

  @Test("make an item read that is shown, here first and then on the server")
  func show() async throws {
    let item = try await stage.receive(InboxItem.task)[0]
    stage.sync.on("send decisions") { [store = stage.store] in
      let unsynced = try await store.unsyncedDecisions(for: .ada)
      #expect(unsynced.map(\.state) == [.read])
    }
    let identity = try await controller().list(1, before: nil).items[0].identity
    let row = try await controller().show(1, as: identity)
    #expect(row.title == "Water the plants" && row.state == .pending && row.identity == identity)
    #expect(identity?.push == item.push && identity?.owner == InboxOwner.ada.text)
    #expect(stage.log.calls == ["send decisions"])
    let other = InboxIdentity(owner: InboxOwner.grace.text, push: item.push)
    let refusal = await failure { _ = try await controller().show(1, as: other) }
    #expect(refusal == .anotherItem(1) && refusal?.message.hasPrefix("Item 1 is now a different item") == true)
    let none = await failure { _ = try await controller().show(2, as: nil) }
    #expect(none?.message == "There is no such item in the inbox.")
    #expect(stage.log.calls == ["send decisions"])
  }

  @Test("make a task of an item, before the decision is noted, and once")
  func accept() async throws {
    let item = try await stage.receive(InboxItem.task)[0]
    stage.sync.on("send decisions") { [store = stage.store, tasks = stage.tasks] in
      let unsynced = try await store.unsyncedDecisions(for: .ada)
      #expect(unsynced.map(\.state) == [.accepted])
      #expect(await tasks.task(AcceptedTask.id(ofPush: item.push)) != nil)
    }
    let owner = try RecordingOwner()
    let row = try await controller(owner).accept(1, as: nil, SilentConversation())
    #expect(row.state == .accepted && row.task != nil)
    #expect(row.notes == ["It has no due date, so nothing will remind you."])
    #expect(owner.events.isEmpty, "nothing wants a verification")
    #expect(await stage.tasks.history(5).map(\.action) == ["accept"])
    _ = try await controller(owner).accept(1, as: nil, SilentConversation())
    #expect(await stage.tasks.all().map(\.name) == ["Water the plants"])
    #expect(await stage.tasks.history(5).count == 1)
    let late = await failure { _ = try await controller(owner).reject(1, as: nil) }
    #expect(late?.message == "Item 1 was accepted already; the first decision stands.")
  }

  @Test("verify who accepts where the item wants that, and change nothing where it fails")
  func verification() async throws {
    try await stage.receive(Self.guarded)
    let ticket = try RecordingOwner(.holdsTicket)
    await #expect(throws: RecordingOwner.refusal) {
      _ = try await controller(ticket).accept(1, as: nil, SilentConversation())
    }
    #expect(ticket.events == ["verify"] && stage.log.calls.isEmpty)
    #expect(await stage.tasks.all().isEmpty)
    let owner = try RecordingOwner(.verifies)
    #expect(try await controller(owner).accept(1, as: nil, SilentConversation()).state == .accepted)
    #expect(owner.events == ["verify"])
  }

  @Test(
    "accept nothing but what was seen, though a server gives the same push another text or another sender meanwhile")
  func changedMeanwhile() async throws {
    let item = try await stage.receive(Self.guarded)[0]
    let seen = try await controller().list(1, before: nil).items[0].identity
    let store = stage.store
    @Sendable func replace(_ change: (inout InboxItem) -> Void) async throws {
      var other = item
      change(&other)
      try await store.restart(.ada)
      try await store.ingest([other], for: .ada)
    }
    let asked = await failure {
      _ = try await stage.decisions.accept(1, as: nil) { (_) throws(Failure) in
        do { try await replace { $0.payload = InboxItem.task } } catch {
          throw Failure(.internal, verbatim: "\(error)")
        }
      }
    }
    #expect(asked == .anotherItem(1))
    try await replace { $0.sender = ItemSender(kind: .program, name: "mallory") }
    let shown = await failure { _ = try await stage.decisions.accept(1, as: seen) { _ in } }
    #expect(shown == .anotherItem(1))
    #expect(await stage.tasks.all().isEmpty)
    try await replace { _ in }
    #expect(try await stage.decisions.accept(1, as: seen) { _ in }.state == .accepted)
  }

  @Test("say before the PIN what is accepted: title, sender, date and text, and how much of a long one is left out")
  func question() async throws {
    let text = "Rent\n" + String(repeating: "x", count: 700)
    for text in ["", "Rent\nand heating", text] {
      let json = text.replacing("\n", with: "\\n")
      try await stage.receive(#"{"aps":{"alert":{"title":"Pay","body":"\#(json)"}},"kind":"task","verify":true}"#)
    }
    var rows = try await controller().list(3, before: nil).items
    let begin = "From an unknown sender, due today: accepting “Pay”"
    func questions() -> [String] { rows.map { InboxController.question($0, due: "today").english } }
    #expect(questions()[2] == begin)
    #expect(questions()[1] == begin + ": “Rent and heating”")
    #expect(questions()[0].hasSuffix("x…” (105 more characters: vault inbox show 3)"), "\(questions()[0])")
    rows[0].text = String(repeating: "y", count: 600)
    #expect(questions()[0] == begin + ": “\(rows[0].text)”")
  }

  @Test("decline an item, and neither decide about hints nor accept what proposes nothing")
  func reject() async throws {
    try await stage.receive(InboxItem.task, #"{"kind":"message"}"#, nil, InboxItem.notice)
    let row = try await controller().reject(1, as: nil)
    #expect(row.state == .rejected && row.task == nil && stage.log.calls == ["send decisions"])
    let hint = await failure { _ = try await controller().reject(2, as: nil) }
    #expect(hint?.message == "Item 2 is a hint (message): there is nothing to decide.")
    let notice = await failure { _ = try await controller().accept(2, as: nil, SilentConversation()) }
    #expect(notice?.message == "Item 2 proposes no task.")
    let plain = await failure { _ = try await controller().reject(4, as: nil) }
    #expect(plain?.message == "Item 4 proposes no task: there is nothing to decide.")
    #expect(plain?.hint.contains("vault inbox delete 4") == true)
    let over = await failure { _ = try await controller().reject(3, as: nil) }
    #expect(over?.message == "Item 3 has expired.")
    #expect(stage.log.calls == ["send decisions"])
    #expect(await stage.tasks.all().isEmpty)
  }

  @Test("work without the server")
  func away() async throws {
    stage.disconnect()
    try await stage.receive(InboxItem.task)
    #expect(try await controller().accept(1, as: nil, SilentConversation()).state == .accepted)
    #expect(try await stage.store.unsyncedDecisions(for: .ada).map(\.state) == [.accepted], "it is told later")
  }
}
