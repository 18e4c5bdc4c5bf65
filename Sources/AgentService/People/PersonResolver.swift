internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Knows whom the user has anything to do with.
protocol PeopleReading: Sendable {
  /// A page of those whom the user follows, is followed by, or has blocked.
  ///
  /// - Parameters:
  ///   - kind: these alone; nil for everybody.
  ///   - user: where the page before ended; nil for the first.
  func people(_ kind: PeopleKind?, after user: UUID?) async throws(ServerClientError) -> People
}

extension AuthClient: PeopleReading {
  func people(_ kind: PeopleKind?, after user: UUID?) async throws(ServerClientError) -> People {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.people(kind, after: user, at: origin, token: token)
    }
  }
}

/// Finds the person whom somebody means.
struct PersonResolver: Sendable {
  /// The fewest digits of an id that stand for it: as many as lists show.
  static let digitCount = 8
  /// The most pages of the server's list that are looked through, of 500 people each.
  private static let pageCount = 20

  let store: InboxStore
  let server: any PeopleReading

  /// The user of an id, the beginning of one, or a name: of somebody who has followed, or whom the server lists.
  ///
  /// - Throws: ``Failure`` unless exactly one is meant. A name is anybody's who takes it, so that of two none is guessed.
  func user(_ reference: String, for owner: InboxOwner) async throws(Failure) -> UUID {
    if let id = UUID(uuidString: reference) { return id }
    let followers = try await InboxStoreError.asFailure(await store.followers(named: reference, for: owner))
    let found = Set(followers.map(\.user)).union(try await listed(reference) { _ in true })
    return try Self.one(of: found, reference, "anybody in vault people")
  }

  /// The same for somebody to whom something is sent: by name only a contact, for whoever follows the user may have taken any name.
  func recipient(_ reference: String) async throws(Failure) -> UUID {
    if let id = UUID(uuidString: reference) { return id }
    let found = try await listed(reference) { $0.isFollowed && $0.isFollower }
    return try Self.one(of: found, reference, "a contact of yours (vault people contacts)")
  }

  /// The same, where the server can't be reached among those with whom there is a conversation.
  func correspondent(_ reference: String, for owner: InboxOwner) async throws(Failure) -> UUID {
    do throws(Failure) { return try await recipient(reference) } catch {
      guard error.code == .unavailable || error.code == .tryLater else { throw error }
      let digits = Self.isBeginning(reference) ? reference.lowercased() : nil
      let found = try await InboxStoreError.asFailure(
        await store.partners(named: reference, orWith: digits, for: owner))
      guard !found.isEmpty else { throw error }
      return try Self.one(of: found, reference, "a contact of yours (vault people contacts)")
    }
  }

  private static func one(of found: Set<UUID>, _ reference: String, _ people: String) throws(Failure) -> UUID {
    guard found.count < 2 else {
      throw Failure(.usage, "Several people are called that.", hint: "Give the ID: vault people shows where it begins.")
    }
    guard let user = found.first else {
      throw Failure(
        .usage, "\u{201C}\(reference.prefix(80))\u{201D} is neither a user's ID nor the name of \(people).",
        hint: "Ask them for the ID that their vault profile shows.")
    }
    return user
  }

  /// Those in the server's list whom an id's beginning means, or a name.
  ///
  /// - Parameter isNamed: whether the name of a person counts.
  private func listed(_ reference: String, _ isNamed: (Person) -> Bool) async throws(Failure) -> Set<UUID> {
    let digits = Self.isBeginning(reference) ? reference.lowercased() : nil
    var found: Set<UUID> = []
    var last: UUID?
    for _ in 0..<Self.pageCount {
      let page: People
      do throws(ServerClientError) { page = try await server.people(nil, after: last) } catch {
        // A server of before has no such list.
        if error.code == .notFound { return found }
        throw Failure(error)
      }
      for person in page.people
      where person.name == reference && isNamed(person) || digits.map(person.user.text.hasPrefix) ?? false {
        found.insert(person.user)
      }
      guard let next = page.next, found.count < 2 else { return found }
      last = next
    }
    return found
  }

  /// Whether a text can be the beginning of an id: that many digits, or more.
  static func isBeginning(_ text: String) -> Bool {
    text.utf8.count >= digitCount
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit }
  }
}
