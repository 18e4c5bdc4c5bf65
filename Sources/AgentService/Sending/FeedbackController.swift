internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

/// Sends comments and likes.
protocol FeedbackSending: Sendable {
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such thing between the two, or the other one does not let the user in.
  func comment(_ request: CommentRequest) async throws(ServerClientError) -> Feedback

  /// - Throws: as ``comment(_:)``.
  func setLike(_ change: LikeChange) async throws(ServerClientError)
}

extension AuthClient: FeedbackSending {
  func comment(_ request: CommentRequest) async throws(ServerClientError) -> Feedback {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.comment(request, at: origin, token: token)
    }
  }

  func setLike(_ change: LikeChange) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.setLike(change, at: origin, token: token)
    }
  }
}

/// The requests to comment on what two have sent each other, and to like it.
struct FeedbackController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let hints: any HintAsking
  let server: any FeedbackSending
  let proposals: ProposalController
  let correspondence: CorrespondenceController

  /// The most that is told of one thing, the newest: all of it has to fit into one message.
  private static let listedCount = 100
  /// How often a comment is sent whose answer was lost: of one id there is one.
  private static let attemptCount = 2

  /// Stores a comment at the server.
  func comment(on target: FeedbackTarget, _ text: String) async throws(Failure) -> Acknowledgement {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Failure(.usage, "There is no text.") }
    guard text.utf8.count <= ServerLimits.messageByteCount else {
      throw Failure(.usage, "A comment has at most \(ServerLimits.messageByteCount) bytes.")
    }
    let (subject, person) = try await meaning(of: target)
    let request = CommentRequest(id: UUID(), subject: subject, text: text)
    try await send { (server) async throws(ServerClientError) in _ = try await server.comment(request) }
    return Acknowledgement("The comment is sent to \(person).")
  }

  /// Likes something, or takes that back.
  func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> Acknowledgement {
    let (subject, person) = try await meaning(of: target)
    let change = LikeChange(subject: subject, isLiked: isLiked)
    try await send { (server) async throws(ServerClientError) in try await server.setLike(change) }
    return Acknowledgement(isLiked ? "You like it, and \(person) sees that." : "Your like is taken back.")
  }

  /// What both have said, as far as it is here.
  func list(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing {
    let (owner, subject) = (try await owners.owner(), try await meaning(of: target).subject)
    if asksServer { await hints.tryToAsk(.messages) }
    do throws(InboxStoreError) {
      let nicknames = try await store.nicknames(for: owner)
      let feedback = try await store.feedback(about: subject, limit: Self.listedCount, for: owner)
      return FeedbackListing(feedback: feedback.map { FeedbackRow($0, nicknames) })
    } catch { throw Failure(error) }
  }

  private func send(
    _ body: (any FeedbackSending) async throws(ServerClientError) -> Void
  ) async throws(Failure) {
    for attempt in 1... {
      do throws(ServerClientError) {
        try await body(server)
        break
      } catch {
        if attempt < Self.attemptCount, error.code == .timedOut || error.code == .unreachable { continue }
        throw Self.failure(error)
      }
    }
    // What the page shows of it comes with the next query otherwise.
    await hints.tryToAsk(.messages)
  }

  private static func failure(_ error: ServerClientError) -> Failure {
    if error.code == .timedOut {
      return Failure(
        .unavailable, "The server did not answer in time: it may have taken it.",
        hint: "Look whether it stands there before you send it again.")
    }
    guard error.code == .notFound else { return Failure(error) }
    return Failure(
      .refused, "The server takes no comment or like on that.",
      hint: "Who got it has to follow you, it has to be there still, and the server has to know of comments.")
  }
}

// MARK: What is meant

extension FeedbackController {
  /// What is meant, and who besides the user sees what is said about it.
  private typealias Meaning = (subject: FeedbackSubject, person: String)

  private func meaning(of target: FeedbackTarget) async throws(Failure) -> Meaning {
    switch target {
    case .item(let number, let identity): return try await meaning(ofItem: number, as: identity)
    case .entry(let reference):
      let entry = try await correspondence.find(reference).entry
      return (entry.subject, entry.title)
    case .proposal(let id):
      let row = try await proposals.find(id)
      return (.push(row.id), PersonTitle(name: row.name, nickname: row.nickname, user: row.user).text)
    }
  }

  private func meaning(ofItem number: Int64, as identity: InboxIdentity?) async throws(Failure) -> Meaning {
    let owner = try await owners.owner(of: number, as: identity)
    let entry = try await InboxStoreError.asFailure(await store.entry(number, for: owner))
    guard let sender = entry.sender, sender.kind == .person || sender.kind == .administrator, let user = sender.id,
      user != owner.user, let payload = entry.payload
    else { throw Self.nobody(number) }
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    let person = sender.text(for: owner.user, nicknames)
    if let subject = payload.subject {
      guard try await isBetween(subject, user, owner) else { throw Self.nobody(number) }
      return (subject, person)
    }
    guard payload.topic == nil else { throw Self.nobody(number) }
    return (.push(entry.push), person)
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

extension FeedbackRow {
  fileprivate init(_ feedback: Feedback, _ nicknames: [UUID: String]) {
    let title = PersonTitle(name: feedback.name, nickname: nicknames[feedback.user], user: feedback.user)
    self.init(
      isOwn: feedback.isOwn, author: feedback.isOwn ? "you" : title.text, text: feedback.text, date: feedback.createdAt)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to feedback: FeedbackController) {
    on(Comment.self) { (request) throws(Failure) in try await feedback.comment(on: request.target, request.text) }
    on(SetLike.self) { (request) throws(Failure) in
      try await feedback.setLike(of: request.target, request.isLiked)
    }
    on(ListFeedback.self) { (request) throws(Failure) in
      try await feedback.list(about: request.target, asksServer: request.asksServer ?? false)
    }
  }
}
