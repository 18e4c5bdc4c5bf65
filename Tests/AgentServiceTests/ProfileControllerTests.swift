import AgentAPI
import Foundation
import Inbox
import Localization
import ServerAPI
import ServerClient
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about who somebody is")
struct ProfileControllerTests {
  /// A server that answers what hints ask, or does not.
  private struct Hints: HintAsking {
    let log: CallLog
    var problem: Failure?

    func ask(_ topic: InboxTopic) throws(Failure) {
      log.add("ask about \(topic.rawValue)")
      if let problem { throw problem }
    }
  }

  private let stage: InboxStage

  init() async throws {
    stage = try await InboxStage()
    for (owner, name) in [(InboxOwner.ada, "Ada"), (.grace, "Grace")] {
      let profile = Profile(user: owner.user, name: name, followerCount: 7, isFollowed: false, isFollower: false)
      stage.server.script { $0.profiles[owner.user] = profile }
    }
  }

  private func controller(_ problem: Failure? = nil) -> ProfileController {
    ProfileController(
      owners: stage.owners, store: stage.store, hints: Hints(log: stage.log, problem: problem), sync: stage.sync,
      server: stage.server, people: stage.people)
  }

  private func follow(_ names: String...) async throws {
    let followers = names.enumerated().map {
      Follower(user: $0 == 0 ? InboxOwner.grace.user : UUID(), name: $1, since: .sample + Double($0))
    }
    try await stage.store.save(Followers(total: names.count, followers: followers, asOf: .sample + 60), for: .ada)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("one's own has the followers since the last time, who are read from then on")
  func own() async throws {
    try await follow("Grace", "Bob")
    try await stage.receive(#"{"kind":"follow"}"#)
    stage.sync.on("send decisions") { [store = stage.store] in
      let (unsynced, new) = (
        try await store.unsyncedDecisions(for: .ada), try await store.newFollowers(for: .ada, limit: 9)
      )
      #expect(unsynced.map(\.state) == [.read] && new.isEmpty)
    }
    let conversation = try ScriptedConversation()
    let row = try await controller().profile(of: nil, conversation)
    #expect(row.isOwn && row.name == "Ada" && row.followerCount == 7)
    #expect(row.newFollowers.map(\.name) == ["Bob", "Grace"])
    #expect(stage.log.calls == ["ask about followers", "profile", "findable", "send decisions"])
    let again = try await controller().profile(of: InboxOwner.ada.user.uuidString, conversation)
    #expect(again.isOwn && again.newFollowers.isEmpty && conversation.told.isEmpty)
  }

  @Test("one's own has what is known here while the server is away, and says so")
  func away() async throws {
    try await follow("Grace")
    let conversation = try ScriptedConversation()
    let row = try await controller(Failure(.unavailable, "Nobody listens.")).profile(of: nil, conversation)
    #expect(row.user == InboxOwner.ada.user && row.name == nil && row.newFollowers.map(\.name) == ["Grace"])
    #expect(conversation.told == ["The server could not be asked, so this is what was here: Nobody listens."])
    #expect(stage.log.calls == ["ask about followers", "send decisions"])
  }

  @Test("another's is the server's, by id or by a follower's name")
  func others() async throws {
    try await follow("Grace")
    let conversation = try ScriptedConversation()
    for reference in [InboxOwner.grace.user.uuidString, "Grace"] {
      let row = try await controller().profile(of: reference, conversation)
      #expect(!row.isOwn && row.user == InboxOwner.grace.user && row.name == "Grace")
    }
    #expect(stage.log.calls == ["profile", "people all", "profile"])
    let stranger = UUID()
    let none = await failure { _ = try await controller().profile(of: stranger.uuidString, conversation) }
    #expect(none?.code == .usage && none?.message == "There is no user \(stranger.text).")
    let nobody = await failure { _ = try await controller().profile(of: "Bob", conversation) }
    #expect(nobody?.message == "\u{201C}Bob\u{201D} is neither a user's ID nor the name of anybody in vault people.")
    try await follow("Grace", "Grace")
    let several = await failure { _ = try await controller().profile(of: "Grace", conversation) }
    #expect(several?.message.hasPrefix("Several people are called that, or something that looks like it: ") == true)
  }
}
