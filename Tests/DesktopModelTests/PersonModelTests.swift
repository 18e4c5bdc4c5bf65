import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("The page of one person", .timeLimit(.minutes(1)))
@MainActor
struct PersonModelTests {
  private let service = OnePerson()

  private func shown() async -> PersonModel {
    let model = PersonModel(service.bob.user, service)
    model.refresh()
    await until { model.person != nil }
    return model
  }

  @Test("says who they are, and what one has done about them by their id, whatever they are called")
  func actions() async {
    let model = await shown()
    var told: [String] = []
    model.told = { if case .success(let notice) = $0 { told.append(notice.text) } }
    #expect(model.person == service.bob)
    await model.act(.follow)
    await until { model.person?.isFollowed == true }
    await model.act(.block)
    await until { model.person?.isBlocked == true }
    let id = service.bob.user.uuidString
    #expect(told == ["follow \(id)", "block \(id)"])
  }

  @Test("says in its place why nothing could be read, and keeps what was known")
  func trouble() async {
    service.failure = Failure(.unavailable, "No server.")
    let model = PersonModel(service.bob.user, service)
    model.refresh()
    await until { model.trouble != nil }
    #expect(model.person == nil && !model.isReading)
    service.failure = nil
    model.refresh()
    await until { model.person != nil }
    #expect(model.trouble == nil)
    service.failure = Failure(.unavailable, "No server.")
    model.refresh()
    await until { model.trouble != nil }
    #expect(model.person == service.bob)
  }

  @Test("is read once more where something happens while it is being read")
  func again() async {
    let model = PersonModel(service.bob.user, service)
    for _ in 0..<5 { model.refresh() }
    await until { model.person != nil && !model.isReading }
    #expect(service.readCount == 2)
  }

  @Test("has what one calls them, without it where it is taken away, and throws why it can't be so")
  func name() async throws {
    let model = await shown()
    try await model.name(" Uncle Bob ")
    await until { model.person?.nickname == "Uncle Bob" }
    try await model.name(" ")
    await until { model.person?.nickname == nil }
    service.failure = Failure(.usage, "Another one is called so.")
    await #expect(throws: Failure(.usage, "Another one is called so.")) { try await model.name("Eve") }
  }

  @Test("says what they may do: only whom one follows may write and propose, and nobody who is blocked")
  func details() {
    func details(_ isFollowed: Bool, _ isFollower: Bool, isBlocked: Bool = false) -> PersonDetails {
      PersonDetails(
        PersonRow(user: UUID(), name: "bob", isFollowed: isFollowed, isFollower: isFollower, isBlocked: isBlocked))
    }
    #expect(details(true, true).following == "You follow each other.")
    #expect(details(true, false).rights == "Write to you, and propose tasks to you.")
    #expect(details(true, false).ownRights.hasPrefix("Nothing: "))
    #expect(details(false, true).rights.hasPrefix("Nothing: only whom you follow"))
    #expect(details(false, true).ownRights == "Write to them, and propose tasks to them.")
    #expect(details(true, true, isBlocked: true).rights.hasPrefix("Nothing: you have blocked them."))
    #expect(details(false, false).following == "Neither of you follows the other.")
  }
}

/// Somebody, as an agent answers about them.
private final class OnePerson: PeopleService, PersonService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var bob = PersonRow(user: UUID(), name: "bob", isFollower: true)
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var readCount = 0

  @MainActor
  func person(_ user: UUID) async throws(Failure) -> PersonRow {
    readCount += 1
    if let failure { throw failure }
    return bob
  }

  @MainActor
  func act(_ action: PersonAction, on person: String) async throws(Failure) -> String {
    switch action {
    case .follow: bob.isFollowed = true
    case .unfollow: bob.isFollowed = false
    case .block: bob.isBlocked = true
    case .unblock: bob.isBlocked = false
    }
    return "\(action) \(person)"
  }

  @MainActor
  func name(_ user: UUID, _ nickname: String?) async throws(Failure) -> String {
    if let failure { throw failure }
    bob.nickname = nickname
    return "Named."
  }

  func email() async throws(Failure) -> String? { nil }
  func profile() async throws(Failure) -> ProfileRow { throw Self.unused }
  func people(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing { throw Self.unused }
  func setFindable(_ isFindable: Bool) async throws(Failure) -> String { throw Self.unused }
  func invite() async throws(Failure) -> InvitationRow { throw Self.unused }
  func invitations() async throws(Failure) -> [InvitationRow] { [] }
  func revoke(_ invitation: UUID) async throws(Failure) -> String { throw Self.unused }

  private static let unused = Failure(.unsupported, "Nobody asks for that here.")
}
