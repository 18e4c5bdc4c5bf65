import AgentAPI
import Foundation
import Inbox
import Localization
import ServerAPI
import ServerClient
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests to follow, to name and to invite")
struct FollowControllerTests {
  private let stage: InboxStage
  private let grace = InboxOwner.grace.user

  init() async throws {
    stage = try await InboxStage()
    let profile = Profile(user: grace, name: "grace", followerCount: 0, isFollowed: false, isFollower: true)
    stage.server.script { [grace] in
      $0.profiles[grace] = profile
      $0.emails["grace@example.org"] = profile
      $0.inviter = profile
    }
  }

  private var controller: FollowController {
    FollowController(owners: stage.owners, people: stage.people, server: stage.server)
  }

  private var invitations: InvitationController { InvitationController(owners: stage.owners, server: stage.server) }

  private var names: NameController {
    NameController(owners: stage.owners, store: stage.store, people: stage.people, server: stage.server)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  private var shown: String { "grace (\(grace.text.prefix(8)))" }

  @Test("say whom one follows now, and whom no more")
  func follows() async throws {
    let (id, conversation) = (grace.uuidString, try ScriptedConversation())
    #expect(try await controller.follow(id, isAgreed: false, conversation) == "You follow \(shown) now.")
    #expect(try await controller.unfollow(id) == "You no longer follow \(shown).")
    #expect(stage.log.calls == ["follow", "profile", "unfollow", "profile"])
    let own = await failure {
      _ = try await controller.follow(InboxOwner.ada.user.uuidString, isAgreed: false, conversation)
    }
    #expect(own == .ownFollower && stage.log.calls.count == 4)
    let stranger = UUID()
    for refusal in [
      await failure { _ = try await controller.follow(stranger.uuidString, isAgreed: false, conversation) },
      await failure { _ = try await controller.unfollow(stranger.uuidString) },
    ] { #expect(refusal?.message == "There is no user \(stranger.text).") }
    stage.disconnect()
    #expect(await failure { _ = try await controller.follow(id, isAgreed: false, conversation) }?.code == .unavailable)
    stage.owners.set(nil)
    await #expect(throws: ScriptedOwners.nobody) { _ = try await controller.unfollow(id) }
  }

  @Test("by code the person is told who invites, and only a yes uses the code up")
  func code() async throws {
    let code = ScriptedServer.code
    for answer in ["", "n", "no"] {
      let conversation = try ScriptedConversation(answer)
      let refused = await failure { _ = try await controller.follow(code, isAgreed: false, conversation) }
      #expect(refused?.code == .refused && refused?.message == "Cancelled; you do not follow \(shown) by this.")
      #expect(conversation.questions == ["\(shown) invites you. Follow? [y/N]"])
    }
    #expect(!stage.log.calls.contains("redeem"))
    let conversation = try ScriptedConversation("y")
    let done = try await controller.follow(code, isAgreed: false, conversation)
    #expect(done == "You and \(shown) follow each other now.")
    let again = await failure { _ = try await controller.follow(code, isAgreed: true, conversation) }
    #expect(again == .noInvitation)
    let former = Profile(user: grace, name: "grace", followerCount: 0, isFollowed: false, isFollower: true)
    stage.server.script { ($0.inviter, $0.isCodeUsed) = (former, true) }
    #expect(
      try await controller.follow(code, isAgreed: true, conversation)
        == "You have used this code before; you and \(shown) no longer follow each other.")
  }

  @Test("one's own code invites nobody, and where nobody is asked nothing is done without --yes")
  func refusals() async throws {
    let away = try ScriptedConversation(isInteractive: false)
    let refused = await failure { _ = try await controller.follow(ScriptedServer.code, isAgreed: false, away) }
    #expect(refused?.hint == "Nothing was done; --yes agrees beforehand." && !stage.log.calls.contains("redeem"))
    #expect(
      try await controller.follow(ScriptedServer.code, isAgreed: true, away)
        == "You and \(shown) follow each other now.")
    let own = Profile(user: InboxOwner.ada.user, name: "ada", followerCount: 0, isFollowed: false, isFollower: false)
    stage.server.script { $0.inviter = own }
    let mine = await failure { _ = try await controller.follow(ScriptedServer.code, isAgreed: true, away) }
    #expect(mine?.message == "That is an invitation of your own.")
  }

  @Test("by email the person is told who it is first; who is not found and who does not exist are one")
  func email() async throws {
    let conversation = try ScriptedConversation("y")
    let done = try await controller.follow("grace@example.org", isAgreed: false, conversation)
    #expect(done == "You follow \(shown) now.")
    #expect(conversation.questions == ["\(shown) is found by that email. Follow? [y/N]"])
    let nobody = await failure { _ = try await controller.follow("eve@example.org", isAgreed: true, conversation) }
    #expect(nobody?.message == "Nobody is found by that email.")
  }

  @Test("a name is stored at the server and shown here, and taken away again")
  func naming() async throws {
    #expect(
      try await names.name(grace.uuidString, "Mum") == "\(shown) is Mum for you now, on all your devices.")
    #expect(try await stage.store.nicknames(for: .ada) == [grace: "Mum"])
    #expect(try await names.name(grace.uuidString, nil) == "\(shown) has no name of yours.")
    #expect(try await stage.store.nicknames(for: .ada).isEmpty)
    let own = await failure { _ = try await names.name(InboxOwner.ada.user.uuidString, "Me") }
    #expect(own?.message.hasPrefix("That is you") == true)
    for text in ["", " a", "a@b", "a\u{202E}b"] {
      #expect(await failure { _ = try await names.name(grace.uuidString, text) }?.code == .usage)
    }
    stage.server.script { $0.problem = ServerClientError(.conflict, "you call x something that looks like it") }
    let clash = await failure { _ = try await names.name(grace.uuidString, "Mum") }
    #expect(clash?.message == "That looks like your name for somebody else.")
  }

  @Test("invitations are made, listed and revoked by code, by id, and by the beginning of one")
  func invitationList() async throws {
    #expect(try await invitations.invite().code == ScriptedServer.code)
    #expect(try await invitations.list().map(\.code) == [nil])
    let id = ScriptedServer.push.text
    for reference in [id, String(id.prefix(8)).uppercased()] {
      _ = try await invitations.invite()
      _ = try await invitations.revoke(reference)
    }
    stage.server.script { $0.invitations = [] }
    let foreign = await failure { _ = try await invitations.revoke(ScriptedServer.code) }
    #expect(foreign?.message == "That invitation is not yours.")
    let own = Profile(user: InboxOwner.ada.user, name: "ada", followerCount: 0, isFollowed: false, isFollower: false)
    stage.server.script { $0.inviter = own }
    _ = try await invitations.invite()
    _ = try await invitations.revoke(ScriptedServer.code)
    for reference in [id, ScriptedServer.code, "mum", "0000000"] {
      #expect(await failure { _ = try await invitations.revoke(reference) } == .noInvitation, "\(reference)")
    }
  }
}
