import Foundation
import Inbox
import ServerAPI
import ServerClient
import Synchronization

@testable import AgentService

/// A server that answers as it was told to, and records what it was asked.
final class ScriptedServer: Sendable {
  struct Answers {
    /// What everything fails with.
    var problem: ServerClientError?
    var devices: [Device] = []
    var catalogue = CatalogueAnswer.changed(Catalogue(channels: []), tag: nil)
    var followers = Followers(total: 0, followers: [], asOf: .sample)
    var sequences = Sequences(inbox: SequenceBounds(first: 1, highest: 0), changes: 0)
    var profiles: [UUID: Profile] = [:]
    /// Pages of feedback, each after a number; without one the server is of before.
    var feedback: [Int64: FeedbackPage] = [:]
    /// Pages of people, the first, and each after the one whom it follows.
    var people: [UUID?: People] = [:]
    /// Those whom the user has chosen; nil for all of ``people``.
    var chosen: [Person]?
    /// Pages of what the user has sent, the first, and each after the push that it follows.
    var sentPushes: [UUID?: ServerAPI.SentPushes] = [:]
    /// Whether the user is found by email, and who else is.
    var isFindable = false
    var emails: [String: Profile] = [:]
    /// The user's invitations, and whose ``ScriptedServer/code`` is.
    var invitations: [FollowInvitation] = []
    var inviter: Profile?
    var isCodeUsed = false
    /// Of the push that was asked about, one after the other; the last of them for good.
    var states: [[DeliveryState]] = [[]]
  }

  /// A push that was sent.
  struct SentPush: Equatable {
    let payload: String
    let recipient: Recipient?
    let expiresAt: Date?
    let expiresIn: Int?
    let manner: PushManner
    let key: String
  }

  static let push = UUID()
  static let code = "0123-4567-89ab-cdef-0123-4567-89ab-cdef"
  let log: CallLog
  private let answers = Mutex(Answers())
  private let pushed = Mutex<[SentPush]>([])
  private let said = Mutex<(comments: [FeedbackSubject], likes: [FeedbackSubject])>(([], []))

  init(_ log: CallLog) { self.log = log }

  /// What was pushed.
  var pushes: [SentPush] { pushed.withLock { $0 } }

  /// What was commented on, and what is liked.
  var comments: [FeedbackSubject] { said.withLock { $0.comments } }
  var likes: [FeedbackSubject] { said.withLock { $0.likes } }

  /// Tells it what to answer.
  func script(_ change: (inout Answers) -> Void) { answers.withLock { change(&$0) } }

  private func answer<Value: Sendable>(
    _ call: String, _ value: (inout Answers) throws(ServerClientError) -> Value
  ) throws(ServerClientError) -> Value {
    log.add(call)
    return try answers.withLock { (answers) throws(ServerClientError) in
      if let problem = answers.problem { throw problem }
      return try value(&answers)
    }
  }
}

extension ScriptedServer: DeviceListing, CatalogueReading, Enrolling {
  func devices() throws(ServerClientError) -> [Device] { try answer("devices") { $0.devices } }

  func catalogue(unlessTagged tag: String?) throws(ServerClientError) -> CatalogueAnswer {
    try answer(tag.map { "catalogue unless \($0)" } ?? "catalogue") { $0.catalogue }
  }

  func enrol(in channel: UUID) throws(ServerClientError) -> CatalogueChannel {
    try answer("enrol") { (answers) throws(ServerClientError) in
      guard case .changed(let catalogue, _) = answers.catalogue,
        var found = catalogue.channels.first(where: { $0.id == channel })
      else { throw ServerClientError(.notFound) }
      found.isEnrolled = true
      return found
    }
  }

  func leave(channel: UUID) throws(ServerClientError) { try answer("leave") { _ in } }
}

extension ScriptedServer: SentPushReading {
  func sentPushes(
    _ state: SentPushState?, before push: UUID?, limit: Int
  ) throws(ServerClientError) -> SentPushes {
    try answer("sent \(state?.rawValue ?? "all") \(limit)") { $0.sentPushes[push] ?? SentPushes() }
  }
}

extension ScriptedServer: HintReading, Following {
  func followers(since date: Date) throws(ServerClientError) -> Followers { try answer("followers") { $0.followers } }

  func sequences() throws(ServerClientError) -> Sequences { try answer("sequences") { $0.sequences } }

  func feedback(after number: Int64, limit: Int) throws(ServerClientError) -> FeedbackPage {
    guard let page = answers.withLock({ $0.feedback[number] }) else { throw ServerClientError(.notFound) }
    return page
  }

  func profile(of user: UUID) throws(ServerClientError) -> Profile {
    try answer("profile") { (answers) throws(ServerClientError) in
      guard let profile = answers.profiles[user] else { throw ServerClientError(.notFound) }
      return profile
    }
  }

  func follow(_ user: UUID) throws(ServerClientError) { try change("follow", user, to: true) }

  func unfollow(_ user: UUID) throws(ServerClientError) { try change("unfollow", user, to: false) }

  private func change(_ call: String, _ user: UUID, to isFollowed: Bool) throws(ServerClientError) {
    try answer(call) { (answers) throws(ServerClientError) in
      guard answers.profiles[user] != nil else { throw ServerClientError(.notFound) }
      answers.profiles[user]?.isFollowed = isFollowed
    }
  }
}

extension ScriptedServer {
  /// Takes a comment or a like.
  func take(_ feedback: OutgoingFeedback) {
    said.withLock { said in
      switch feedback.content {
      case .comment: said.comments.append(feedback.subject)
      case .like: said.likes.append(feedback.subject)
      }
    }
  }
}

extension ScriptedServer: PeopleReading, Blocking {
  func people(_ kind: PeopleKind?, after user: UUID?) throws(ServerClientError) -> People {
    try answer("people \(kind.map(\.rawValue) ?? "all")") { answers in
      if kind == .chosen, let chosen = answers.chosen { return People(people: chosen) }
      return answers.people[user] ?? People()
    }
  }

  func block(_ user: UUID) throws(ServerClientError) { try change("block", user, to: false) }

  func unblock(_ user: UUID) throws(ServerClientError) { try change("unblock", user, to: false) }
}

extension ScriptedServer: Naming, Findable, EmailFinding, FollowInviting {
  func nicknames() throws(ServerClientError) -> Nicknames {
    try answer("nicknames") { answers in
      Nicknames(
        people: answers.profiles.values.compactMap { profile in
          profile.nickname.map { NamedPerson(user: profile.user, nickname: $0) }
        })
    }
  }

  func setNickname(_ nickname: Nickname?, of user: UUID) throws(ServerClientError) {
    try answer("name") { (answers) throws(ServerClientError) in
      guard answers.profiles[user] != nil else { throw ServerClientError(.notFound) }
      answers.profiles[user]?.nickname = nickname?.text
    }
  }

  func isFindable() throws(ServerClientError) -> Bool { try answer("findable") { $0.isFindable } }

  func setFindable(_ isFindable: Bool) throws(ServerClientError) {
    try answer("set findable") { $0.isFindable = isFindable }
  }

  func profile(ofEmail email: String) throws(ServerClientError) -> Profile {
    try answer("find") { (answers) throws(ServerClientError) in
      guard let profile = answers.emails[email] else { throw ServerClientError(.notFound) }
      return profile
    }
  }

  func inviteToFollow() throws(ServerClientError) -> FollowInvitation {
    try answer("invite") { answers in
      var invitation = FollowInvitation(id: Self.push, createdAt: .sample, expiresAt: .sample)
      answers.invitations.append(invitation)
      invitation.code = Self.code
      return invitation
    }
  }

  func followInvitations() throws(ServerClientError) -> [FollowInvitation] {
    try answer("invitations") { $0.invitations }
  }

  func revokeFollowInvitation(_ id: UUID) throws(ServerClientError) {
    try answer("revoke") { (answers) throws(ServerClientError) in
      guard answers.invitations.contains(where: { $0.id == id }) else { throw ServerClientError(.notFound) }
      answers.invitations.removeAll { $0.id == id }
    }
  }

  func offer(_ code: String) throws(ServerClientError) -> FollowInvitationOffer {
    try answer("offer") { (answers) throws(ServerClientError) in
      guard code == Self.code, let inviter = answers.inviter else { throw ServerClientError(.notFound) }
      return FollowInvitationOffer(id: Self.push, inviter: inviter)
    }
  }

  func redeem(_ code: String) throws(ServerClientError) -> Profile {
    try answer("redeem") { (answers) throws(ServerClientError) in
      guard code == Self.code, var inviter = answers.inviter else { throw ServerClientError(.notFound) }
      answers.inviter = nil
      // Who has used it before is told how things are.
      if !answers.isCodeUsed { (inviter.isFollowed, inviter.isFollower) = (true, true) }
      return inviter
    }
  }
}

extension ScriptedServer: PushSending, PictureUploading {
  var origin: ServerOrigin? { try? ServerOrigin(InboxOwner.ada.server) }

  func push(
    _ payload: String, to recipient: Recipient?, expiresAt: Date?, expiresIn: Int?, manner: PushManner, key: String
  ) throws(ServerClientError) -> Push {
    // As a server of before, which knows of no collapse id, answers to "old".
    let repeated = manner.collapseID == "old" ? nil : manner.collapseID
    let push = try answer("push") { _ in
      Push(id: Self.push, createdAt: .sample, expiresAt: nil, inboxCount: 2, collapseID: repeated)
    }
    pushed.withLock {
      $0.append(
        SentPush(
          payload: payload, recipient: recipient, expiresAt: expiresAt, expiresIn: expiresIn, manner: manner, key: key))
    }
    return push
  }

  func status(ofPush id: UUID, within seconds: Double?) throws(ServerClientError) -> PushStatus {
    let states = try answer("status") { $0.states.count > 1 ? $0.states.removeFirst() : $0.states[0] }
    return PushStatus(
      push: Push(id: id, createdAt: .sample, expiresAt: nil, inboxCount: 2),
      deliveries: states.map { .init(user: UUID(), device: nil, state: $0, since: .sample) })
  }

  func upload(picture bytes: [UInt8]) throws(ServerClientError) -> ServerAPI.Attachment {
    try answer("upload of \(bytes.count)") { _ in
      ServerAPI.Attachment(id: Self.push, type: "image/gif", bytes: bytes.count)
    }
  }
}
