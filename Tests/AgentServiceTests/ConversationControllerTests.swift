import AgentAPI
import Foundation
import Inbox
import ServerAPI
import ServerClient
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about conversations")
struct ConversationControllerTests {
  private let stage: InboxStage
  private let grace = InboxOwner.grace.user

  init() async throws {
    stage = try await InboxStage()
    know(isFollower: true)
  }

  /// Has the server say who Grace is.
  private func know(isFollower: Bool) {
    let profile = Profile(user: grace, name: "grace", followerCount: 0, isFollowed: true, isFollower: isFollower)
    let person = Person(user: grace, name: "grace", isFollowed: true, isFollower: isFollower, isBlocked: false)
    stage.server.script { [grace] in
      $0.profiles[grace] = profile
      $0.people[nil] = People(people: [person])
    }
  }

  private var controller: ConversationController {
    ConversationController(
      owners: stage.owners, store: stage.store, people: stage.people, server: stage.server, sync: stage.sync)
  }

  private var title: String { "grace (\(grace.text.prefix(8)))" }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("begin a conversation with a contact by name, with anybody who follows by an id or its beginning")
  func opens() async throws {
    let row = try await controller.open("grace")
    #expect(row.id == grace && row.title == title && row.isJoined && row.isConversation == true)
    #expect(stage.log.calls == ["people chosen", "profile"])
    for reference in [grace.uuidString, String(grace.text.prefix(8))] {
      #expect(try await controller.open(reference) == row)
    }
    #expect(try await stage.store.conversation(with: grace, for: .ada)?.title == "grace")
  }

  @Test("refuse whoever does not follow, oneself, and those whom nobody knows")
  func refusals() async throws {
    know(isFollower: false)
    #expect(await failure { _ = try await controller.open("grace") }?.code == .usage, "no contact")
    let refused = await failure { _ = try await controller.open(grace.uuidString) }
    #expect(
      refused?.code == .refused && refused?.message == "\(title) has to follow you first: then they get what you write."
    )
    #expect(try await stage.store.conversation(with: grace, for: .ada) == nil)
    #expect(await failure { _ = try await controller.open(InboxOwner.ada.user.uuidString) }?.code == .usage)
    #expect(await failure { _ = try await controller.open(UUID().uuidString) }?.code == .usage)
  }

  @Test("find without the server by a nickname or an id alone, and begin with a whole id alone")
  func offline() async throws {
    var row = try await controller.open("grace")
    try await stage.store.setNickname("Gracie", of: grace, for: .ada)
    stage.disconnect()
    (row.title, row.nickname) = ("Gracie", "Gracie")
    for reference in ["Gracie", grace.uuidString, String(grace.text.prefix(8))] {
      #expect(try await controller.open(reference) == row)
    }
    for name in ["grace", "bob", "gracie"] {
      #expect(await failure { _ = try await controller.open(name) }?.code == .unavailable)
    }
    let stranger = UUID()
    #expect(try await controller.open(stranger.uuidString).title == "user \(stranger.text.prefix(8))")
  }

  @Test("are written to and read as a channel is, and neither joined nor left")
  func asChannel() async throws {
    _ = try await controller.open("grace")
    let posts = PostController(
      owners: stage.owners, store: stage.store, catalogue: stage.catalogue, outgoing: stage.sync)
    let sent = try await posts.send("tea?", to: grace.uuidString, waits: false)
    #expect(sent.state == .sending)
    let channels = ChannelController(
      owners: stage.owners, store: stage.store, catalogue: stage.catalogue, server: stage.server, sync: stage.sync)
    let history = try await channels.history(
      of: grace.uuidString, limit: 5, before: nil, asksServer: false, isSeen: true)
    #expect(history.channel.title == title && history.messages.map(\.text) == ["tea?"])
    for body in [channels.join, channels.leave] {
      #expect(
        await failure { _ = try await body(grace.uuidString) }?.message == "\(title) is a person, and no channel.")
    }
    try await stage.store.refuse(sent.id, "They do not follow you.", for: .ada)
    let listing = try await controller.list(offset: 0, limit: 5)
    #expect(listing.conversations.map(\.name) == ["grace"] && listing.conversations.map(\.newest.state) == [.failed])
    #expect(!listing.hasMore && listing.isConnected)
  }

  @Test("are listed in pages, the newest first, with long lines cut")
  func lists() async throws {
    let others = (0..<3).map { _ in UUID() }
    for (index, user) in others.enumerated() {
      _ = try await stage.store.beginConversation(with: user, named: "n\(index)", isContact: true, for: .ada)
      try await stage.store.write(
        String(repeating: "x", count: 300), id: UUID(), to: user, at: .sample + Double(index), for: .ada)
    }
    let first = try await controller.list(offset: 0, limit: 2)
    #expect(first.conversations.map(\.name) == ["n2", "n1"] && first.hasMore)
    #expect(first.conversations.allSatisfy { $0.newest.text.count == 200 })
    let second = try await controller.list(offset: 2, limit: 2)
    #expect(second.conversations.map(\.name) == ["n0"] && !second.hasMore)
    stage.disconnect()
    #expect(try await !controller.list(offset: 0, limit: 1).isConnected)
  }
}
