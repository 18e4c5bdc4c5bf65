internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// Knows whom the user has anything to do with.
protocol PeopleReading: Sendable {
  /// A page of those whom the user follows, is followed by, has blocked, or has named.
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
  /// The most pages of the server's list that are looked through, of 500 people each.
  private static let pageCount = 20
  /// How many of those who could be meant are told.
  private static let toldCount = 5

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let server: any PeopleReading

  /// The user of an id, a nickname, a name, or the beginning of an id: of somebody whom the server lists, or who has followed.
  ///
  /// - Throws: ``Failure`` unless exactly one is meant. A name is anybody's who takes it, so that of two none is guessed, nor where another's
  ///   looks like it, nor where there may be another one whom the server has not told of.
  func user(_ reference: String, for owner: InboxOwner) async throws(Failure) -> UUID {
    if let id = UUID(uuidString: reference) { return id }
    var (people, isComplete) = try await people(nil)
    if !isComplete {
      let chosen = try await chosen()
      if let user = nicknamed(reference, among: chosen) { return user }
      guard IDBeginning(reference) != nil else { throw Self.tooMany }
      people = Self.union(chosen, people)
    }
    let followers = try await InboxStoreError.asFailure(await store.followers(named: reference, for: owner))
    let known = Set(people.map(\.user))
    people += followers.filter { !known.contains($0.user) }.map {
      Person(user: $0.user, name: $0.name, isFollowed: false, isFollower: true, isBlocked: false)
    }
    let found = PersonNames(people: people) { _ in true }.people(meantBy: reference)
    return try Self.one(of: found, reference, "anybody in vault people")
  }

  /// The same for somebody to whom something is sent: by name only a contact, for whoever follows the user may have taken any name.
  ///
  /// What the server says of nicknames meanwhile is kept: without a connection they mean the same.
  func recipient(_ reference: String) async throws(Failure) -> UUID {
    if let id = UUID(uuidString: reference) { return id }
    let (owner, mark) = (try await owners.owner(), await store.nicknameMark)
    var people = try await chosen()
    try await keep(nicknamesOf: people, asOf: mark, for: owner)
    if nicknamed(reference, among: people) == nil, IDBeginning(reference) != nil {
      // Of an id that somebody else's begins like nobody can make themselves a second one.
      people = Self.union(people, try await self.people(nil).people)
    }
    let found = PersonNames(people: people) { $0.isFollowed && $0.isFollower }.people(meantBy: reference)
    if found.isEmpty, let other = people.first(where: { $0.name == reference }) { throw Self.noContact(other) }
    return try Self.one(of: found, reference, "a contact of yours (vault people contacts)")
  }

  /// The same; where the server can't be reached, or has too much to do, by the nickname, or by the beginning of the id of somebody with whom there is a conversation.
  /// A name that somebody has taken means nobody then: only the server knows whose looks like it.
  func correspondent(_ reference: String, for owner: InboxOwner) async throws(Failure) -> UUID {
    do throws(Failure) { return try await recipient(reference) } catch {
      guard error.code == .unavailable || error.code == .tryLater else { throw error }
      let found = try await known(reference, for: owner)
      guard let user = found.first else {
        throw Failure(
          error.code, error.$message,
          hint:
            "Until it answers, what you call somebody counts, and the ID, but no name that somebody has taken: see vault message list."
        )
      }
      guard found.count == 1 else {
        throw Failure(
          .usage, "Several people are called that.", hint: "Give the ID: vault message list shows where it begins.")
      }
      return user
    }
  }

  private static func noContact(_ person: Person) -> Failure {
    let title = PersonTitle(name: person.name, nickname: person.nickname, user: person.user).text
    guard !person.isFollower else {
      return Failure(
        .usage,
        "You do not follow \(title), and the name that somebody has taken counts only where you follow each other.",
        hint: person.nickname == nil
          ? "Give the ID, \(person.user.text)."
          : "Write what you call them, \u{201C}\(title)\u{201D}, or give the ID, \(person.user.text).")
    }
    return Failure(
      .usage, "\(title) is no contact of yours: whom you send to has to follow you.",
      hint: "What is there stays: vault message log \(person.user.text.prefix(8)) shows it.")
  }

  /// Those on this machine who are called that, or whose ids begin so.
  private func known(_ reference: String, for owner: InboxOwner) async throws(Failure) -> Set<UUID> {
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    let nicknamed = nicknames.filter { $0.value == reference }
    guard nicknamed.isEmpty else { return Set(nicknamed.keys) }
    guard let beginning = IDBeginning(reference) else { return [] }
    return try await InboxStoreError.asFailure(await store.partners(with: beginning.digits, for: owner))
  }

  private static func one(of found: [Person], _ reference: String, _ people: LocalizedText) throws(Failure) -> UUID {
    guard found.count < 2 else {
      let more = found.count - toldCount
      let told = found.prefix(toldCount).map { "\($0.nickname ?? $0.name) (\($0.user.text))" }.joined(separator: ", ")
      throw Failure(
        .usage,
        more > 0
          ? "Several people are called that, or something that looks like it: \(told) and \(more) more."
          : "Several people are called that, or something that looks like it: \(told).",
        hint: "Give the ID, and name them yourself: vault people name ID NAME.")
    }
    guard let person = found.first else {
      throw Failure(
        .usage, "\u{201C}\(reference.prefix(80))\u{201D} is neither a user's ID nor the name of \(people).",
        hint: "Ask them for the ID that their vault profile shows, or for a code of their vault people invite.")
    }
    // It may be the beginning of somebody's id who is in no list any more, and that another has taken for a name.
    guard person.nickname == reference || IDBeginning(reference)?.matches(person.user) ?? true else {
      throw Failure(
        .usage, "\u{201C}\(reference.prefix(80))\u{201D} may be the beginning of an ID, so it is nobody's name.",
        hint: "Give the ID, \(person.user.text), or name them yourself: vault people name ID NAME.")
    }
    return person.user
  }

  private static let tooMany = Failure(
    .usage, "You have too many followers to tell who is meant by a name that they have taken.",
    hint: "Give the ID, or name them yourself: vault people name ID NAME.")

  private func keep(nicknamesOf people: [Person], asOf mark: Int, for owner: InboxOwner) async throws(Failure) {
    // A server of before tells of nobody; and somebody else may have logged in meanwhile, and the answer be about theirs.
    guard !people.isEmpty, try await owners.owner() == owner else { return }
    let named = people.compactMap { person in person.nickname.map { NamedPerson(user: person.user, nickname: $0) } }
    _ = try await InboxStoreError.asFailure(await store.save(Nicknames(people: named), asOf: mark, for: owner))
  }

  private static func union(_ people: [Person], _ others: [Person]) -> [Person] {
    let known = Set(people.map(\.user))
    return people + others.filter { !known.contains($0.user) }
  }

  /// The one whom the user calls so; nil for nobody.
  private func nicknamed(_ reference: String, among people: [Person]) -> UUID? {
    people.first { $0.nickname == reference }?.user
  }

  /// Those whom the user has chosen: they are all there, for nobody else can make that list long.
  private func chosen() async throws(Failure) -> [Person] {
    let (people, isComplete) = try await people(.chosen)
    guard isComplete else { throw Self.tooMany }
    return people
  }

  /// Those in the server's list, and whether they are all.
  private func people(_ kind: PeopleKind?) async throws(Failure) -> (people: [Person], isComplete: Bool) {
    var people: [Person] = []
    var last: UUID?
    for _ in 0..<Self.pageCount {
      let page: People
      do throws(ServerClientError) { page = try await server.people(kind, after: last) } catch {
        switch error.code {
        // A server of before has no such list,
        case .notFound where last == nil: return (people, true)
        // or not of this kind.
        case .invalidInput where kind != nil && last == nil: return try await self.people(nil)
        default: throw Failure(error)
        }
      }
      people += page.people
      guard let next = page.next else { return (people, true) }
      last = next
    }
    return (people, false)
  }
}
