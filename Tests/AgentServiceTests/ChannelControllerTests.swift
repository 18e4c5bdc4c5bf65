import AgentAPI
import Foundation
import Inbox
import ServerAPI
import ServerClient
import Testing

@testable import AgentService

@Suite("Requests about channels")
struct ChannelControllerTests {
  private let stage: InboxStage
  private let news = CatalogueChannel.sample("News")
  private let newsroom = CatalogueChannel.sample("Newsroom", isEnrolled: false)

  init() async throws {
    stage = try await InboxStage()
    stage.list(news, newsroom)
  }

  private var controller: ChannelController {
    ChannelController(
      owners: stage.owners, store: stage.store, catalogue: stage.catalogue, server: stage.server, sync: stage.sync)
  }

  private func history(_ name: String, limit: Int = 10, asksServer: Bool = false, isSeen: Bool = false) async throws
    -> ChannelHistory
  {
    try await controller.history(of: name, limit: limit, before: nil, asksServer: asksServer, isSeen: isSeen)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("list them as the server has them, and as it had them while it is away")
  func list() async throws {
    stage.list(news, newsroom, tag: "\"1\"")
    let listing = try await controller.list()
    #expect(listing.channels.map(\.title) == ["News", "Newsroom"] && listing.isCurrent)
    #expect(listing.channels.map(\.isJoined) == [true, false] && listing.fetchedAt != nil)
    stage.server.script { $0.catalogue = .same }
    #expect(try await controller.list().channels == listing.channels)
    stage.disconnect()
    let old = try await controller.list()
    #expect(old.channels == listing.channels && !old.isCurrent)
    #expect(stage.log.calls == ["catalogue", "catalogue unless \"1\"", "catalogue unless \"1\""])
    stage.server.script { $0.problem = ServerClientError(.needsCredentials) }
    #expect(await failure { _ = try await controller.list() }?.code == .refused, "that is no outage")
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await controller.list() }
  }

  @Test("are found by id, title or its beginning, here first and then on the server")
  func names() async throws {
    #expect(try await history("news").channel.title == "News", "a whole title goes before a beginning")
    #expect(stage.log.calls == ["catalogue"])
    #expect(try await history(news.id.uuidString).channel.title == "News")
    #expect(stage.log.calls == ["catalogue"], "what is known needs no server")
    let several = await failure { _ = try await history("new") }
    #expect(several?.message.hasPrefix("Several channels are called so: News (") == true)
    let none = await failure { _ = try await history("Garden") }
    #expect(none?.code == .usage && none?.message == "There is no channel \u{201C}Garden\u{201D}.")
    stage.disconnect()
    let away = await failure { _ = try await history("Garden") }
    #expect(away?.message.hasSuffix("in what is known of them, and the server can't be reached.") == true)
  }

  @Test("are joined on the server, then here, and what was written before is fetched")
  func join() async throws {
    stage.sync.on("fetch messages") { [store = stage.store, newsroom] in
      let place = try await store.position(of: newsroom.id, for: .ada)
      #expect(place != nil)
    }
    let row = try await controller.join("Newsroom")
    #expect(row.isJoined && row.title == "Newsroom")
    #expect(stage.log.calls == ["catalogue", "enrol", "fetch messages"])
    _ = try await controller.leave("Newsroom")
    stage.sync.disconnect()
    _ = try await controller.join("Newsroom")
    #expect(stage.log.calls.suffix(3) == ["enrol", "fetch messages", "compare channels"])
  }

  @Test("are left on the server, then here; what came until then stays")
  func leave() async throws {
    _ = try await controller.list()
    try await stage.store.ingest([news.message(1, "hello")], bounds: nil, of: news.id, for: .ada)
    #expect(try await controller.leave("News").isJoined == false)
    #expect(stage.log.calls == ["catalogue", "leave"])
    #expect(try await history("News").messages.map(\.text) == ["hello"])
  }

  @Test("stay as they are where the server does not join or leave them")
  func refusals() async throws {
    _ = try await controller.list()
    stage.server.script { $0.problem = ServerClientError(.notFound) }
    for gone in [
      await failure { _ = try await controller.join("Newsroom") },
      await failure { _ = try await controller.leave("News") },
    ] { #expect(gone?.code == .usage && gone?.message == "The channel is gone.") }
    stage.disconnect()
    #expect(await failure { _ = try await controller.join("Newsroom") }?.code == .unavailable)
    #expect(await failure { _ = try await controller.leave("News") }?.code == .unavailable)
    #expect(stage.log.calls == ["catalogue", "enrol", "leave", "enrol", "leave"])
    #expect(try await controller.list().channels.map(\.isJoined) == [true, false])
  }

  @Test("are read a page at a time, and are unread until they were seen")
  func pages() async throws {
    _ = try await controller.list()
    let messages = (1...3).map { news.message($0, "line \($0)") }
    try await stage.store.ingest(messages, bounds: nil, of: news.id, for: .ada)
    let page = try await history("News", limit: 2)
    #expect(page.messages.map(\.text) == ["line 2", "line 3"] && page.hasMore && !page.isCurrent)
    #expect(page.channel.unreadCount == 3)
    let older = try await controller.history(of: "News", limit: 2, before: 2, asksServer: false, isSeen: false)
    #expect(older.messages.map(\.text) == ["line 1"] && !older.hasMore)
    #expect(try await history("News", isSeen: true).channel.unreadCount == 0)
    #expect(try await history("News", limit: -1).messages.map(\.text) == ["line 3"])
    let large = String(repeating: "x", count: 300 << 10)
    try await stage.store.ingest(
      [news.message(4, large), news.message(5, large)], bounds: nil, of: news.id, for: .ada)
    #expect(try await history("News").messages.map(\.number) == [5], "more does not fit an answer")
    #expect(try await history("News").hasMore)
    #expect(stage.log.calls == ["catalogue"])
  }

  @Test("are fetched before they are read where that is asked for")
  func asksServer() async throws {
    let message = news.message(1, "fetched")
    stage.sync.on("fetch messages") { [store = stage.store, news] in
      try await store.ingest([message], bounds: nil, of: news.id, for: .ada)
    }
    let fetched = try await history("News", asksServer: true)
    #expect(fetched.messages.map(\.text) == ["fetched"] && fetched.isCurrent && fetched.isConnected == true)
    stage.sync.disconnect()
    #expect(try await history("News", asksServer: true).isCurrent == false)
    let refusal = await failure { _ = try await history("Newsroom", asksServer: true) }
    #expect(refusal?.code == .usage && refusal?.message == "You have not joined Newsroom.")
    #expect(stage.log.calls == ["catalogue", "fetch messages", "fetch messages"])
  }
}
