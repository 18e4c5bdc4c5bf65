public import AgentAPI
public import FoundationEssentials

/// Who the user is, and whom they know.
@MainActor
public final class ProfileModel {
  /// Who the user is on the server; nil until that was read.
  public private(set) var profile: ProfileRow?
  /// The account's email; nil where it is not known.
  public private(set) var email: String?
  /// Who began to follow since the last time: the agent tells of each once, so they stay for as long as the page does.
  public private(set) var newFollowers: [ProfileRow.Follower] = []
  /// The people of the group that is shown, as far as they have been read.
  public private(set) var people: [PersonRow] = []
  /// How many there are in all; nil until that was read.
  public private(set) var counts: PeopleListing?
  /// Whether there are more of them.
  public var hasMore: Bool { counts?.next != nil || people.count > shownCount }
  /// How many of them are to be shown.
  public private(set) var shownCount = pageCount
  /// The invitations that serve, the oldest first.
  public private(set) var invitations: [InvitationRow] = []
  /// The invitation that was just made; nil for none.
  public private(set) var invitation: InvitationRow?
  /// Why not everything could be read; nil where it was. It is told in its place, and once: all of it mostly fails for one reason.
  public var trouble: Failure? { Part.allCases.lazy.compactMap { self.troubles[$0] }.first }
  /// Whether something is being read.
  public var isReading: Bool { readCount > 0 }

  /// Whether it is being read since something has happened, not since the person wanted it: what they see may move by itself.
  public private(set) var isFollowing = false

  /// Called when any of that changes.
  public var changed: @MainActor () -> Void = {}
  /// Called with what is to be told.
  public var told: @MainActor (Result<Notice, Failure>) -> Void = { _ in }

  private let service: any PeopleService
  private var group: PeopleGroup?
  private var isBusy = false
  /// A number for each list that is read: what comes of one that was given up is not shown.
  private var turn = 0
  private var troubles: [Part: Failure] = [:]
  private var readCount = 0
  /// Whether something has happened since everything was read.
  private var isOutdated = false

  private enum Part: CaseIterable { case own, people, invitations }

  /// So many people more are shown at once.
  private static let pageCount = 50

  /// Knows nothing until ``refresh()``.
  public init(_ service: any PeopleService) { self.service = service }

  /// Reads everything.
  public func refresh() {
    read(.own) { [weak self, service] () async throws(Failure) in
      let email = try await service.email()
      self?.email = email
      let profile = try await service.profile()
      self?.take(profile)
    }
    readPeople()
    readInvitations()
  }

  /// Something has happened that may concern people: everything is read anew, once however much happens meanwhile.
  public func follow() {
    guard !isReading, !isBusy else {
      isOutdated = true
      return
    }
    (isOutdated, isFollowing) = (false, true)
    refresh()
  }

  /// Reads a part; where that can't be, ``trouble`` says why.
  private func read(_ part: Part, _ body: @escaping () async throws(Failure) -> Void) {
    readCount += 1
    changed()
    Task { [weak self] in
      var trouble: Failure?
      do throws(Failure) { try await body() } catch { trouble = error }
      self?.troubles[part] = trouble
      self?.readCount -= 1
      self?.changed()
      self?.followOn()
    }
  }

  /// Reads on where something has happened meanwhile.
  private func followOn() {
    guard !isReading else { return }
    isFollowing = false
    if isOutdated { follow() }
  }

  /// Shows these people alone; nil for all.
  public func show(_ group: PeopleGroup?) {
    guard group != self.group else { return }
    self.group = group
    (people, shownCount) = ([], Self.pageCount)
    readPeople()
  }

  /// Shows more of them.
  public func showMore() {
    shownCount += Self.pageCount
    if shownCount <= people.count || counts?.next == nil { changed() } else { readPeople(after: counts?.next) }
  }

  /// Does something about a person.
  ///
  /// - Returns: whether it was done.
  public func act(_ action: PersonAction, on person: String) async -> Bool {
    guard person.contains(where: { !$0.isWhitespace }) else { return false }
    return await tell { [service] () async throws(Failure) in try await service.act(action, on: person) }
  }

  /// Has others find the user by email, or not any more.
  public func setFindable(_ isFindable: Bool) async {
    let isDone = await tell { [service] () async throws(Failure) in try await service.setFindable(isFindable) }
    if isDone { profile?.isFindable = isFindable }
    // What was refused is shown as it is.
    changed()
  }

  /// Makes an invitation.
  public func invite() async {
    _ = await tell { [weak self, service] () async throws(Failure) in
      let invitation = try await service.invite()
      self?.invitation = invitation
      self?.changed()
      self?.readInvitations()
      return ""
    }
  }

  /// Ends an invitation: whoever has its code can't use it any more.
  public func revoke(_ id: UUID) async {
    let isDone = await tell { [service] () async throws(Failure) in try await service.revoke(id) }
    guard isDone else { return }
    if invitation?.id == id { invitation = nil }
    invitations.removeAll { $0.id == id }
    changed()
    readInvitations()
  }

  /// Calls somebody something; the empty text takes the name away.
  ///
  /// - Throws: why it can't be, for instance since another one is called so.
  public func name(_ user: UUID, _ nickname: String) async throws(Failure) {
    let words = try await service.name(user, nickname.trimmed.nilIfEmpty)
    told(.success(Notice(words)))
    readPeople()
  }

  private func tell(_ body: () async throws(Failure) -> String) async -> Bool {
    guard !isBusy else {
      told(.failure(.notDoneYet))
      return false
    }
    isBusy = true
    defer { isBusy = false }
    do throws(Failure) {
      let words = try await body()
      if !words.isEmpty {
        told(.success(Notice(words)))
        readPeople()
      }
      return true
    } catch {
      told(.failure(error))
      return false
    }
  }

  private func readInvitations() {
    let shown = invitation?.id
    read(.invitations) { [weak self, service] () async throws(Failure) in
      let found = try await service.invitations()
      guard let self else { return }
      invitations = found
      // Somebody has used it. One that was made meanwhile is in no answer of before.
      if let id = invitation?.id, id == shown, !found.contains(where: { $0.id == id }) { invitation = nil }
    }
  }

  private func take(_ row: ProfileRow) {
    profile = row
    let known = Set(newFollowers.map(\.user))
    newFollowers = row.newFollowers.filter { !known.contains($0.user) } + newFollowers
  }

  /// - Parameter user: the last of the page before; nil for the first page, in place of what was read.
  private func readPeople(after user: UUID? = nil) {
    turn += 1
    read(.people) { [weak self, service, group, turn] () async throws(Failure) in
      let page = try await service.people(group, after: user)
      guard let self, turn == self.turn else { return }
      people = user == nil ? page.people : people + page.people
      counts = page
    }
  }
}
