import AgentAPI
import Foundation
import Inbox
import Localization
import ServerAPI
import ServerClient
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about people")
struct PeopleControllerTests {
  private let stage: InboxStage
  private let grace = InboxOwner.grace.user

  init() async throws {
    stage = try await InboxStage()
    let profile = Profile(user: grace, name: "grace", followerCount: 0, isFollowed: false, isFollower: true)
    stage.server.script { [grace] in $0.profiles[grace] = profile }
  }

  private var controller: PeopleController {
    PeopleController(owners: stage.owners, people: stage.people, server: stage.server)
  }

  private var shown: String { "grace (\(grace.text.prefix(8)))" }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("list a page as the server has it, and where the next one begins")
  func lists() async throws {
    let last = UUID()
    let page = People(
      contacts: 1, followers: 2, followed: 3, blocked: 4,
      people: [Person(user: grace, name: "grace", isFollowed: true, isFollower: true, isBlocked: true)], next: grace)
    stage.server.script { $0.people[last] = page }
    let listing = try await controller.list(.blocked, after: last)
    let row = PersonRow(user: grace, name: "grace", isFollowed: true, isFollower: true, isBlocked: true)
    #expect(
      listing
        == PeopleListing(contacts: 1, followers: 2, followed: 3, blocked: 4, people: [row], next: grace))
    #expect(try await controller.list(nil, after: nil) == PeopleListing())
    #expect(stage.log.calls == ["people blocked", "people all"])
    for (code, words) in [
      (ServerClientError.Code.notFound, "This server is too old to list people."),
      (.invalidInput, "The list has changed while it was read."),
    ] {
      stage.server.script { $0.problem = ServerClientError(code) }
      #expect(await failure { _ = try await controller.list(nil, after: nil) }?.message == words)
    }
  }

  @Test("say who is blocked and who no more")
  func blocks() async throws {
    let id = grace.uuidString
    #expect(
      try await controller.block(id)
        == "\(shown) is blocked: what they send to you arrives nowhere, and they are not told.")
    #expect(try await controller.unblock(id) == "\(shown) is not blocked. What they sent meanwhile does not come.")
    #expect(stage.log.calls == ["block", "profile", "unblock", "profile"])
    #expect(await failure { _ = try await controller.block(InboxOwner.ada.user.uuidString) } == .ownBlock)
    let stranger = UUID()
    for refusal in [
      await failure { _ = try await controller.block(stranger.uuidString) },
      await failure { _ = try await controller.unblock(stranger.uuidString) },
    ] { #expect(refusal?.message == "There is no user \(stranger.text).") }
  }

  @Test("find a person on any page of the server's list, among followers known here, and on a server of before")
  func resolving() async throws {
    let (zoe, middle) = (UUID(), UUID())
    stage.server.script {
      $0.people[nil] = People(people: [.named("max", middle)], next: middle)
      $0.people[middle] = People(people: [.named("zoe", zoe)])
    }
    #expect(try await stage.people.user("zoe", for: .ada) == zoe)
    #expect(try await stage.people.user(String(zoe.text.prefix(8)).uppercased(), for: .ada) == zoe)
    let follower = Follower(user: grace, name: "grace", since: .sample)
    try await stage.store.save(Followers(total: 1, followers: [follower], asOf: .sample), for: .ada)
    #expect(try await stage.people.user("grace", for: .ada) == grace)
    stage.server.script { $0.problem = ServerClientError(.notFound) }
    #expect(try await stage.people.user("grace", for: .ada) == grace)
    stage.disconnect()
    #expect(await failure { _ = try await stage.people.user("zoe", for: .ada) }?.code == .unavailable)
  }

  @Test("however many followers take names, a nickname and a contact's name mean whom they meant")
  func flood() async throws {
    let (bob, flood) = (UUID(), (0..<25).map { _ in UUID() })
    let contact = Person(
      user: bob, name: "bob", isFollowed: true, isFollower: true, isBlocked: false, nickname: "bobby",
      likeness: ["bob"], nicknameLikeness: ["bobby"])
    stage.server.script {
      for (last, next) in zip([nil] + flood, flood) {
        $0.people[last] = People(people: [.named("bob", next), .named("bobby")], next: next)
      }
      $0.chosen = [contact]
    }
    #expect(try await stage.people.recipient("bobby") == bob)
    #expect(try await stage.people.user("bobby", for: .ada) == bob)
    #expect(try await stage.people.recipient("bob") == bob)
    let unclear = await failure { _ = try await stage.people.user("bob", for: .ada) }
    #expect(unclear?.message.hasPrefix("You have too many followers") == true)
    for reference in [flood[3].text, String(flood[3].text.prefix(8))] {
      #expect(try await stage.people.user(reference, for: .ada) == flood[3])
    }
    let digits = String(bob.text.prefix(8))
    #expect(try await stage.people.user(digits, for: .ada) == bob)
    #expect(try await stage.people.recipient(digits) == bob)
  }

  @Test("what may be the beginning of an id is nobody's name, but what the user calls somebody")
  func digitsAsName() async throws {
    let sly = Person(
      user: UUID(), name: "deadbeef", isFollowed: true, isFollower: true, isBlocked: false, likeness: ["deadbeef"])
    stage.server.script { $0.people[nil] = People(people: [sly]) }
    for refusal in [
      await failure { _ = try await stage.people.recipient("deadbeef") },
      await failure { _ = try await stage.people.user("deadbeef", for: .ada) },
    ] { #expect(refusal?.message.contains("may be the beginning of an ID") == true) }
    #expect(try await stage.people.recipient(String(sly.user.text.prefix(8))) == sly.user)
  }

  @Test(
    "whoever follows the user, and is not followed, is meant by no name of their own, and is not said to be no follower"
  )
  func ownNameOfFollower() async throws {
    let ada = UUID()
    for (nickname, hint) in [
      ("Aunt Ada", "Write what you call them, \u{201C}Aunt Ada\u{201D}, or give the ID, \(ada.text)."),
      (nil, "Give the ID, \(ada.text)."),
    ] {
      let follower = Person(
        user: ada, name: "ada", isFollowed: false, isFollower: true, isBlocked: false, nickname: nickname)
      stage.server.script { $0.people[nil] = People(people: [follower]) }
      let refusal = try #require(await failure { _ = try await stage.people.recipient("ada") })
      #expect(refusal.message.hasPrefix("You do not follow \(nickname ?? "ada")"), "\(refusal.message)")
      #expect(refusal.hint == hint)
      if let nickname { #expect(try await stage.people.recipient(nickname) == ada) }
    }
    let stranger = Person(user: ada, name: "ada", isFollowed: true, isFollower: false, isBlocked: false)
    stage.server.script { $0.people[nil] = People(people: [stranger]) }
    let refusal = await failure { _ = try await stage.people.recipient("ada") }
    #expect(refusal?.message.contains("has to follow you") == true)
  }

  @Test("guess nobody: two of one name, one known here and one on the server, and too few digits are no person")
  func ambiguity() async throws {
    let (real, other) = (UUID(), UUID())
    let follower = Follower(user: other, name: "grace", since: .sample)
    try await stage.store.save(Followers(total: 1, followers: [follower], asOf: .sample), for: .ada)
    stage.server.script { $0.people[nil] = People(people: [.named("grace", real)]) }
    let two = await failure { _ = try await stage.people.user("grace", for: .ada) }
    let told = "Several people are called that, or something that looks like it: "
    #expect(two?.message == told + "grace (\(real.text)), grace (\(other.text)).")
    let few = await failure { _ = try await stage.people.user(String(real.text.prefix(7)), for: .ada) }
    #expect(few?.code == .usage && few?.message.contains("is neither") == true)
  }
}

extension Person {
  /// Somebody whom Ada follows.
  static func named(_ name: String, _ user: UUID = UUID()) -> Person {
    Person(user: user, name: name, isFollowed: true, isFollower: false, isBlocked: false)
  }
}
