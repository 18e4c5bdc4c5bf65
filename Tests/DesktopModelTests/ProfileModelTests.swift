import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("The profile in the window", .timeLimit(.minutes(1)))
@MainActor
struct ProfileModelTests {
  private let service = StoredPeople()

  private func shown() async -> ProfileModel {
    let model = ProfileModel(service)
    model.refresh()
    await until { model.profile != nil && model.counts != nil }
    return model
  }

  @Test("says who the user is, and keeps who is new, of whom the agent tells once")
  func own() async {
    service.newFollowers = [.init(user: UUID(), name: "bob", since: .distantPast)]
    let model = await shown()
    #expect(model.email == "ada@example.org" && model.newFollowers.map(\.name) == ["bob"])
    model.refresh()
    await until { service.profileCount == 2 }
    await meanwhile()
    #expect(model.newFollowers.map(\.name) == ["bob"])
  }

  @Test("tells in its place, and once, what could not be read, until it can be")
  func trouble() async {
    service.failure = Failure(.unavailable, "No server.")
    service.cannotRead = true
    let model = ProfileModel(service)
    var told = 0
    model.told = { _ in told += 1 }
    model.refresh()
    #expect(model.isReading)
    await until { !model.isReading }
    #expect(model.trouble?.message == "No server." && told == 0 && model.profile == nil)
    service.cannotRead = false
    model.refresh()
    // Until it is known better, it stays as it was.
    #expect(model.trouble != nil)
    await until { !model.isReading }
    #expect(model.trouble == nil && model.profile != nil && told == 0)
  }

  @Test("lists people a few at a time, and asks for the next page only where it is wanted")
  func pages() async {
    service.peopleCount = 700
    let model = await shown()
    #expect(model.people.count == 500 && model.shownCount == 50 && model.hasMore)
    for _ in 0..<9 { model.showMore() }
    #expect(service.pageCount == 1 && model.shownCount == 500)
    model.showMore()
    await until { model.people.count == 700 }
    #expect(service.pageCount == 2)
    model.show(.blocked)
    await until { service.groups.last == .blocked }
    #expect(model.shownCount == 50)
  }

  @Test("lists invitations that serve, and ends one")
  func invitations() async {
    let model = await shown()
    await model.invite()
    await until { model.invitations.count == 1 }
    let made = model.invitations[0].id
    #expect(model.invitation?.id == made)
    service.failure = Failure(.unavailable, "No server.")
    await model.revoke(made)
    #expect(model.invitations.count == 1)
    service.failure = nil
    await model.revoke(made)
    #expect(model.invitations.isEmpty && model.invitation == nil)
  }

  @Test("follows what happens: an invitation that somebody has used goes with its code, and who is new comes")
  func following() async {
    let model = await shown()
    await model.invite()
    await until { model.invitations.count == 1 && !model.isReading }
    service.open = []
    service.newFollowers = [.init(user: UUID(), name: "bob", since: .distantPast)]
    model.follow()
    #expect(model.isFollowing)
    // What comes meanwhile is read once more, however much it is.
    for _ in 0..<5 { model.follow() }
    await until { !model.isReading && !model.isFollowing }
    #expect(model.invitation == nil && model.invitations.isEmpty && model.newFollowers.map(\.name) == ["bob"])
    #expect(service.profileCount == 3)
  }

  @Test("calls somebody something, or nothing any more, and says where that can't be")
  func naming() async throws {
    let model = await shown()
    try await model.name(UUID(), "  Mum ")
    try await model.name(UUID(), " ")
    #expect(service.nicknames == ["Mum", nil])
    service.failure = Failure(.usage, "Another one is called so.")
    await #expect(throws: Failure.self) { try await model.name(UUID(), "Mum") }
  }

  @Test("does what is asked about a person, tells it, and reads the list again")
  func acting() async {
    let model = await shown()
    var told: [String] = []
    model.told = {
      switch $0 {
      case .success(let notice): told.append(notice.text)
      case .failure(let failure): told.append(failure.message)
      }
    }
    #expect(await model.act(.block, on: "mallory"))
    await until { service.pageCount == 2 }
    service.failure = Failure(.usage, "Nobody is called so.")
    #expect(await !model.act(.follow, on: "nobody"))
    #expect(await !model.act(.follow, on: "  "))
    #expect(told == ["block mallory", "Nobody is called so."])
  }

  @Test("makes an invitation, and has others find the user by email")
  func inviting() async {
    let model = await shown()
    await model.invite()
    #expect(model.invitation?.code == "code")
    await model.setFindable(true)
    #expect(model.profile?.isFindable == true)
    service.failure = Failure(.unavailable, "The server can't be reached.")
    await model.setFindable(false)
    #expect(model.profile?.isFindable == true)
  }

  @Test("says in words what somebody is to the user")
  func words() {
    let user = UUID()
    let bob = PersonRow(user: user, name: "bob", isFollowed: true, isFollower: true)
    #expect(bob.title == "bob" && bob.relation(NameBook()) == "contact · \(user.beginning)")
    let mum = PersonRow(user: user, name: "grace", isFollower: true, isBlocked: true, nickname: "Mum")
    #expect(
      mum.title == "Mum"
        && mum.relation(NameBook()) == "follows you · blocked · calls themselves grace (\(user.beginning))")
    #expect(PeopleListing(contacts: 1, followers: 2).countWords == "1 contact, 2 followers, 0 followed, 0 blocked")
  }
}

/// People as an agent answers about them.
private final class StoredPeople: PeopleService {
  nonisolated(unsafe) var open: [InvitationRow] = []
  nonisolated(unsafe) var nicknames: [String?] = []
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var newFollowers: [ProfileRow.Follower] = []
  nonisolated(unsafe) var peopleCount = 1
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var cannotRead = false
  nonisolated(unsafe) var profileCount = 0
  nonisolated(unsafe) var pageCount = 0
  nonisolated(unsafe) var groups: [PeopleGroup?] = []
  private let last = UUID()

  func email() async throws(Failure) -> String? { "ada@example.org" }

  @MainActor
  func profile() async throws(Failure) -> ProfileRow {
    profileCount += 1
    if cannotRead, let failure { throw failure }
    defer { newFollowers = [] }
    return ProfileRow(
      user: last, name: "ada", followerCount: 1, isOwn: true, newFollowers: newFollowers, isFindable: false)
  }

  @MainActor
  func people(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing {
    pageCount += 1
    if cannotRead, let failure { throw failure }
    groups.append(group)
    let names = (user == nil ? 0..<min(500, peopleCount) : 500..<max(500, peopleCount)).map { "person \($0)" }
    return PeopleListing(
      contacts: peopleCount, people: names.map { PersonRow(user: UUID(), name: $0) },
      next: user == nil && peopleCount > 500 ? last : nil)
  }

  @MainActor
  func act(_ action: PersonAction, on person: String) async throws(Failure) -> String {
    if let failure { throw failure }
    return "\(action) \(person)"
  }

  @MainActor
  func setFindable(_ isFindable: Bool) async throws(Failure) -> String {
    if let failure { throw failure }
    return "Done."
  }

  @MainActor
  func invite() async throws(Failure) -> InvitationRow {
    let made = InvitationRow(id: UUID(), createdAt: .distantPast, expiresAt: .distantFuture, code: "code")
    open.append(made)
    return made
  }

  @MainActor
  func invitations() async throws(Failure) -> [InvitationRow] {
    if cannotRead, let failure { throw failure }
    return open
  }

  @MainActor
  func revoke(_ invitation: UUID) async throws(Failure) -> String {
    if let failure { throw failure }
    open.removeAll { $0.id == invitation }
    return "Revoked."
  }

  @MainActor
  func name(_ user: UUID, _ nickname: String?) async throws(Failure) -> String {
    if let failure { throw failure }
    nicknames.append(nickname)
    return "Named."
  }
}
