import AgentAPI
import Foundation
import Inbox
import ServerAPI
import Testing

@testable import AgentService

@Suite("The request to write to a channel")
struct PostControllerTests {
  private let stage: InboxStage
  private let news = CatalogueChannel.sample("News")

  init() async throws {
    stage = try await InboxStage()
    stage.list(news, .sample("Garden", isEnrolled: false))
  }

  private func send(_ text: String = "hello", to name: String = "News", waits: Bool = true) async throws
    -> ChannelMessageRow
  {
    try await PostController(
      owners: stage.owners, store: stage.store, catalogue: stage.catalogue, outgoing: stage.sync
    ).send(text, to: name, waits: waits)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("keep a message here before it is sent, and wait until the server has it")
  func sends() async throws {
    stage.sync.on("send messages") { [store = stage.store, news] in
      let waiting = try await store.outgoing(for: .ada)
      #expect(waiting.map(\.text) == ["hello"])
      let message = news.message(1, "hello", by: InboxOwner.ada.user, id: waiting[0].id)
      try await store.acknowledge(message, sentTo: news.id, for: .ada)
    }
    let row = try await send()
    #expect(row.isOwn && row.text == "hello" && row.number == 1 && row.state == .received)
    #expect(stage.log.calls == ["catalogue", "send messages"])
  }

  @Test("do not wait where nobody asked for it, or the server can't be reached")
  func doesNotWait() async throws {
    let clock = ContinuousClock()
    let took = try await clock.measure {
      let row = try await send(waits: false)
      #expect(row.state == .sending)
    }
    #expect(took < .seconds(4))
    stage.disconnect()
    let away = try await clock.measure {
      let row = try await send()
      #expect(row.state == .sending)
    }
    #expect(away < .seconds(4))
    #expect(try await stage.store.outgoing(for: .ada).count == 2)
  }

  @Test("say why the server does not take a message")
  func refused() async throws {
    stage.sync.on("send messages") { [store = stage.store] in
      for message in try await store.outgoing(for: .ada) {
        try await store.refuse(message.id, "The server does not take it.", for: .ada)
      }
    }
    let refusal = await failure { _ = try await send() }
    #expect(refusal?.code == .refused && refusal?.message == "News: The server does not take it.")
  }

  @Test("keep nothing that can't be sent")
  func refusals() async throws {
    let long = String(repeating: "x", count: ServerLimits.messageByteCount + 1)
    for (text, words) in [("", "There is no text."), (long, "A message has 1 to 4096 bytes.")] {
      #expect(await failure { _ = try await send(text) }?.message == words)
    }
    #expect(stage.log.calls.isEmpty)
    #expect(await failure { _ = try await send(to: "Garden") }?.message == "You have not joined Garden.")
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await send("") }
    #expect(try await stage.store.outgoing(for: .ada).isEmpty)
    #expect(stage.log.calls == ["catalogue"])
  }
}
