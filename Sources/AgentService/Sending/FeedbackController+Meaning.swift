internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI

extension FeedbackController {
  /// What somebody means.
  struct Meaning {
    var subject: FeedbackSubject
    /// Who besides the user sees what is said about it.
    var user: UUID
    /// The same as people read it.
    var person: String
    /// Its title or first line; nil where it is not here.
    var title: String?
    /// Whether the user sent it; nil where that is not known here.
    var isOwn: Bool?
  }

  func meaning(of target: FeedbackTarget) async throws(Failure) -> Meaning {
    switch target {
    case .item(let number, let identity): return try await meaning(ofItem: number, as: identity)
    case .entry(let reference):
      let entry = try await correspondence.find(reference).entry
      let (title, isOwn) = try await summary(of: entry.subject, try await owners.owner())
      return Meaning(subject: entry.subject, user: entry.user, person: entry.title, title: title, isOwn: isOwn)
    case .proposal(let id):
      let row = try await proposals.find(id)
      let person = PersonTitle(name: row.name, nickname: row.nickname, user: row.user)
      return Meaning(subject: .push(row.id), user: row.user, person: person.text, title: row.text, isOwn: true)
    }
  }

  private func meaning(ofItem number: Int64, as identity: InboxIdentity?) async throws(Failure) -> Meaning {
    let owner = try await owners.owner(of: number, as: identity)
    let entry = try await InboxStoreError.asFailure(await store.entry(number, for: owner))
    guard let sender = entry.sender, sender.kind == .person || sender.kind == .administrator, let user = sender.id,
      user != owner.user, let payload = entry.payload
    else { throw Self.nobody(number) }
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    let subject = payload.subject ?? .push(entry.push)
    if payload.subject != nil {
      guard try await isBetween(subject, user, owner) else { throw Self.nobody(number) }
    } else {
      // What came to others as well, or to one device, is between nobody.
      guard payload.topic == nil, !entry.isBroadcast, entry.device == nil else { throw Self.nobody(number) }
    }
    let (title, isOwn) = try await summary(of: subject, owner)
    let person = sender.text(for: owner.user, nicknames)
    return Meaning(subject: subject, user: user, person: person, title: title, isOwn: isOwn)
  }

  private func summary(
    of subject: FeedbackSubject, _ owner: InboxOwner
  ) async throws(Failure) -> (title: String?, isOwn: Bool?) {
    let summary = try await InboxStoreError.asFailure(await store.summary(of: subject, for: owner))
    return (summary.title?.split(separator: "\n").first.map(String.init), summary.isOwn)
  }

  private static func nobody(_ number: Int64) -> Failure {
    Failure(
      .usage, "There is nobody to read a comment on item \(number).",
      hint: "Comments and likes are about what another person has sent to you alone.")
  }

  /// Whether what a hint names is between the user and who sent the hint: anybody may send such a payload.
  private func isBetween(
    _ subject: FeedbackSubject, _ user: UUID, _ owner: InboxOwner
  ) async throws(Failure) -> Bool {
    if try await InboxStoreError.asFailure(await store.isBetween(subject, and: user, for: owner)) { return true }
    // It may have come before what it tells of.
    await hints.tryToAsk(.messages)
    return try await InboxStoreError.asFailure(await store.isBetween(subject, and: user, for: owner))
  }
}
