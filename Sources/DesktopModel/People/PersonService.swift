public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about one person.
public protocol PersonService: Sendable {
  /// Who somebody is, and what the two are to each other.
  func person(_ user: UUID) async throws(Failure) -> PersonRow
}

extension AgentLink: PersonService {
  /// The most pages of those whom the user has blocked that are looked through, of 500 each.
  private static let blockedPageCount = 10

  public func person(_ user: UUID) async throws(Failure) -> PersonRow {
    let profile = try await askServer(ShowProfile(user: user.uuidString), isAsked: false)
    return PersonRow(
      user: profile.user, name: profile.name ?? "", isFollowed: profile.isFollowed, isFollower: profile.isFollower,
      isBlocked: try await isBlocked(user), nickname: profile.nickname)
  }

  private func isBlocked(_ user: UUID) async throws(Failure) -> Bool {
    var last: UUID?
    for _ in 0..<Self.blockedPageCount {
      let page = try await people(.blocked, after: last)
      if page.people.contains(where: { $0.user == user }) { return true }
      guard let next = page.next else { break }
      last = next
    }
    return false
  }
}
