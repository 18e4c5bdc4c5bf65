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
    let request = CommentRequest(id: UUID(), subject: try await subject(of: target), text: text)
    let owner = try await owners.owner()
    var sent: Feedback?
    try await send { (server) async throws(ServerClientError) in sent = try await server.comment(request) }
    guard let user = sent?.user else { return Acknowledgement("The comment is sent.") }
    return Acknowledgement("The comment is sent to \(try await name(of: user, owner)).")
  }

  /// Likes something, or takes that back.
  func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> Acknowledgement {
    let change = LikeChange(subject: try await subject(of: target), isLiked: isLiked)
    try await send { (server) async throws(ServerClientError) in try await server.setLike(change) }
    return Acknowledgement(isLiked ? "You like it." : "Your like is taken back.")
  }

  /// What both have said, as far as it is here.
  func list(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing {
    let (owner, subject) = (try await owners.owner(), try await subject(of: target))
    if asksServer {
      // Where the server can't be asked, what is here is told.
      do throws(Failure) { try await hints.ask(.messages) } catch {}
    }
    do throws(InboxStoreError) {
      let nicknames = try await store.nicknames(for: owner)
      let feedback = try await store.feedback(about: subject, limit: Self.listedCount, for: owner)
      return FeedbackListing(feedback: feedback.map { FeedbackRow($0, nicknames) })
    } catch { throw Failure(error) }
  }

  /// What the user calls somebody, or the beginning of the id.
  private func name(of user: UUID, _ owner: InboxOwner) async throws(Failure) -> String {
    do throws(InboxStoreError) {
      let nickname = try await store.nicknames(for: owner)[user]
      let name = try await store.correspondence([.comment, .like, .message], limit: 500, for: owner)
        .first { $0.user == user }?.name
      return PersonTitle(name: name ?? "", nickname: nickname, user: user).text
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
    // It is sent; what the page shows of it comes with the next query otherwise.
    do throws(Failure) { try await hints.ask(.messages) } catch { return }
  }

  private static func failure(_ error: ServerClientError) -> Failure {
    guard error.code == .notFound else { return Failure(error) }
    return Failure(
      .refused, "The server takes no comment or like on that.",
      hint: "Who got it has to follow you, it has to be there still, and the server has to know of comments.")
  }

  // MARK: What is meant

  private func subject(of target: FeedbackTarget) async throws(Failure) -> FeedbackSubject {
    switch target {
    case .item(let number, let identity): try await subject(ofItem: number, as: identity)
    case .entry(let reference): try await correspondence.find(reference).entry.subject
    case .proposal(let id): .push(try await proposals.find(id).id)
    }
  }

  private func subject(ofItem number: Int64, as identity: InboxIdentity?) async throws(Failure) -> FeedbackSubject {
    let owner = try await owners.owner(of: number, as: identity)
    let entry = try await InboxStoreError.asFailure(await store.entry(number, for: owner))
    if let subject = try await subject(ofHint: entry, owner) { return subject }
    guard let sender = entry.sender, sender.kind == .person || sender.kind == .administrator, let id = sender.id,
      id != owner.user, entry.payload != nil, entry.payload?.topic == nil
    else {
      throw Failure(
        .usage, "There is nobody to read a comment on item \(number).",
        hint: "Comments and likes are about what another person has sent to you alone.")
    }
    return .push(entry.push)
  }
}

extension FeedbackController {
  /// What a hint is about, where it is between the user and who sent the hint: anybody may send such a payload.
  private func subject(ofHint entry: InboxEntry, _ owner: InboxOwner) async throws(Failure) -> FeedbackSubject? {
    guard let subject = entry.payload?.subject, let user = entry.sender?.id else { return nil }
    for isAsked in [false, true] {
      if isAsked {
        // It may have come before what it tells of.
        do throws(Failure) { try await hints.ask(.messages) } catch { return nil }
      }
      if try await InboxStoreError.asFailure(await store.isBetween(subject, and: user, for: owner)) { return subject }
    }
    return nil
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
