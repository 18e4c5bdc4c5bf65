import AgentAPI
import Foundation
import Inbox
import ServerAPI
import ServerClient
import Testing

@testable import AgentService

@Suite("Requests about messages, and what hints tell of")
struct MessageControllerTests {
  private let stage: InboxStage

  init() async throws { stage = try await InboxStage() }

  private var hints: HintFetcher {
    stage.hints
  }

  private var controller: MessageController {
    MessageController(owners: stage.owners, store: stage.store, hints: hints, sync: stage.sync)
  }

  /// The server has so many items.
  private func script(highest: Int64) {
    stage.server.script {
      $0.sequences = Sequences(inbox: SequenceBounds(first: 1, highest: highest), changes: 0)
    }
  }

  @Test("are listed the newest first, and read from then on, here before the server hears of it")
  func list() async throws {
    try await stage.receive(InboxItem.message(1, "one"), InboxItem.task, InboxItem.message(2, "two"))
    script(highest: 3)
    stage.sync.on("send decisions") { [store = stage.store] in
      let unsynced = try await store.unsyncedDecisions(for: .ada)
      #expect(unsynced.map(\.sequence) == [1, 3])
    }
    let conversation = try ScriptedConversation()
    let rows = try await controller.list(10, conversation)
    #expect(rows.map(\.text) == ["two", "one"] && rows.map(\.number) == [1, 2])
    #expect(rows.allSatisfy { $0.senderName == "Grace" })
    #expect(
      stage.log.calls.filter { $0 != "nicknames" } == ["sequences", "send decisions"] && conversation.told.isEmpty)
    #expect(try await controller.list(1, conversation).map(\.text) == ["two"])
  }

  @Test("are waited for where the server has more, by a new connection where there is none")
  func arrival() async throws {
    try await stage.receive(InboxItem.message(1, "one"))
    script(highest: 2)
    stage.sync.disconnect()
    stage.sync.on("resume") { [store = stage.store] in
      try await store.ingest([.sample(2, InboxItem.message(2, "two"))], for: .ada)
    }
    let before = try await stage.store.lastQuery(of: .messages, for: .ada)
    #expect(try await controller.list(10, ScriptedConversation()).map(\.text) == ["two", "one"])
    #expect(stage.log.calls.filter { $0 != "nicknames" } == ["sequences", "resume", "send decisions"])
    #expect(try await stage.store.lastQuery(of: .messages, for: .ada) != before)
  }

  @Test("that are here are listed while the server is away, with these words")
  func away() async throws {
    try await stage.receive(InboxItem.message(1, "one"))
    stage.disconnect()
    let before = try await stage.store.lastQuery(of: .messages, for: .ada)
    let conversation = try ScriptedConversation()
    #expect(try await controller.list(10, conversation).map(\.text) == ["one"])
    #expect(
      conversation.told == [
        "The server could not be asked, so this is what was here: The server can't be reached: nobody listens."
      ])
    #expect(try await stage.store.lastQuery(of: .messages, for: .ada) == before, "it was not asked")
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await controller.list(10, conversation) }
  }

  @Test("are shown by their place in the list, without asking anybody")
  func show() async throws {
    try await stage.receive(InboxItem.message(1, "one"), InboxItem.message(2, "two"))
    #expect(try await controller.show(2).text == "one")
    for number in [0, -1, 3, .max] {
      let refusal = await #expect(throws: Failure.self) { _ = try await controller.show(number) }
      #expect(refusal?.code == .usage && refusal?.message == "There is no message \(number).")
    }
    #expect(stage.log.calls.isEmpty)
    #expect(try await stage.store.unsyncedDecisions(for: .ada).isEmpty, "and stay unread")
  }

  @Test("followers are asked for since the last time")
  func followers() async throws {
    let grace = Follower(user: InboxOwner.grace.user, name: "Grace", since: .sample + 5)
    stage.server.script { $0.followers = Followers(total: 1, followers: [grace], asOf: .sample + 10) }
    try await hints.ask(.followers)
    #expect(try await stage.store.followers(named: "Grace", for: .ada) == [grace])
    #expect(try await stage.store.lastQuery(of: .followers, for: .ada) == .sample + 10)
    stage.disconnect()
    let away = await #expect(throws: Failure.self) { try await hints.ask(.followers) }
    #expect(away?.code == .unavailable)
    #expect(stage.log.calls == ["followers", "followers"])
  }
}
