internal import FoundationEssentials
internal import Lookalikes
internal import ServerAPI

/// Whom a user has anything to do with, and whom they have blocked.
struct PeopleService: Sendable {
  let storage: any PeopleStorage
  let hub: EventHub
  let clock: ServerClock

  /// A page of people.
  ///
  /// - Throws: ``APIFailure`` with 422 where it is to begin after somebody who is not there any more; `LookalikesError`.
  func people(_ query: PeopleQuery, of account: Account) async throws -> People {
    guard var people = try await storage.people(query, of: account.id) else {
      throw APIFailure(.invalidField, "the user that \"after\" names is not there any more; begin anew without it")
    }
    people.people = try people.people.map { person in
      var person = person
      person.likeness = try Likeness(person.name).keys
      person.nicknameLikeness = try person.nickname.map { try Likeness($0).keys }
      return person
    }
    return people
  }

  /// Has what a user sends from now on withheld, and hides what no device has of it yet. The user is not told, and follows go on.
  ///
  /// - Throws: ``APIFailure``: 404, 422.
  func block(_ user: UUID, by account: Account) async throws {
    guard user != account.id else { throw APIFailure(.invalidField, "nobody blocks themselves") }
    guard let changes = try await storage.block(user, by: account.id, at: clock.date()) else {
      throw FollowService.noUser
    }
    hub.publish(try changes.map { (account.id, try .change($0)) })
  }

  /// - Throws: ``APIFailure`` with 404.
  func unblock(_ user: UUID, by account: Account) async throws {
    guard try await storage.unblock(user, by: account.id) else { throw FollowService.noUser }
  }
}
