internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import Waiting

/// The requests to comment on what two have sent each other, and to like it.
struct FeedbackController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let hints: any HintAsking
  let outgoing: any MessageSending
  let awaited: AwaitedFeedback
  let proposals: ProposalController
  let correspondence: CorrespondenceController

  /// The most that is told of one thing, the newest: all of it has to fit into one message.
  private static let listedCount = 100
  /// How long it is waited for the server's answer.
  private static let answerPatience = Duration.seconds(5)

  /// Comments on something. The comment waits here until the server has it.
  func comment(on target: FeedbackTarget, _ text: String) async throws(Failure) -> Acknowledgement {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Failure(.usage, "There is no text.") }
    guard text.utf8.count <= ServerLimits.messageByteCount else {
      throw Failure(.usage, "A comment has at most \(ServerLimits.messageByteCount) bytes.")
    }
    let meaning = try await meaning(of: target)
    let isSent = try await send(.comment(text), meaning)
    let words = "The comment\(meaning.title.map { " on \(Self.quoted($0))" } ?? "")"
    return Acknowledgement(
      isSent
        ? "\(words) is sent to \(meaning.person)."
        : "\(words) waits here, and goes out to \(meaning.person) once the server takes it.")
  }

  /// Likes something, or takes that back, once the server has heard of it.
  func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> Acknowledgement {
    let meaning = try await meaning(of: target)
    // A push that is not in the inbox was sent by the user, or has gone.
    guard !isLiked || meaning.isOwn == false else {
      throw Failure(
        .usage, "You have sent that yourself, or it is not here any more.", hint: "You can comment on it all the same.")
    }
    guard try await send(.like(isGiven: isLiked), meaning) else {
      return Acknowledgement("That waits here, and goes out to \(meaning.person) once the server takes it.")
    }
    let title = meaning.title.map(Self.quoted)
    return Acknowledgement(
      isLiked
        ? "You like \(title ?? "it"), and \(meaning.person) sees that."
        : "Your like\(title.map { " of \($0)" } ?? "") is taken back.")
  }

  /// What both have said, as far as it is here, and at the end what the server does not have yet.
  func list(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing {
    let (owner, meaning) = (try await owners.owner(), try await meaning(of: target))
    let subject = meaning.subject
    if asksServer { await hints.tryToAsk(.messages) }
    do throws(InboxStoreError) {
      let nicknames = try await store.nicknames(for: owner)
      let feedback = try await store.feedback(about: subject, limit: Self.listedCount, for: owner)
      let waiting = try await store.outgoingFeedback(about: subject, for: owner).suffix(Self.listedCount)
      let rows = feedback.map { FeedbackRow($0, nicknames) } + waiting.compactMap { FeedbackRow($0) }
      return FeedbackListing(title: meaning.title, feedback: rows.suffix(Self.listedCount))
    } catch { throw Failure(error) }
  }

  /// So much of what something is about is repeated, in characters.
  private static let quotedCount = 40

  private static func quoted(_ title: String) -> String {
    "“\(title.prefix(quotedCount))\(title.count > quotedCount ? "…" : "")”"
  }

  /// - Returns: whether the server has it; otherwise it waits.
  /// - Throws: why the server refuses it.
  private func send(_ content: OutgoingFeedback.Content, _ meaning: Meaning) async throws(Failure) -> Bool {
    let owner = try await owners.begunOwner()
    let feedback = OutgoingFeedback(id: UUID(), subject: meaning.subject, user: meaning.user, content: content)
    awaited.begin(feedback.id)
    defer { awaited.end(feedback.id) }
    let changes = await store.changes(for: owner)
    try await InboxStoreError.asFailure(await store.write(feedback, at: Date(), for: owner))
    await outgoing.sendMessages()
    if await outgoing.mayBeAnswered { await wait(for: feedback.id, owner, changes) }
    var left = try await InboxStoreError.asFailure(await store.outgoingFeedback(feedback.id, for: owner))
    let isSent = awaited.end(feedback.id)
    // It may have been answered since; of what is refused later the owner is told with the next command.
    if left?.problem == nil, left != nil {
      left = try await InboxStoreError.asFailure(await store.outgoingFeedback(feedback.id, for: owner))
      guard let left, left.problem != nil else { return left == nil }
    }
    if let problem = left?.problem {
      try await InboxStoreError.asFailure(await store.discardFeedback(feedback.id, for: owner))
      throw Failure(.refused, problem, hint: "Nothing was sent.")
    }
    guard isSent else {
      throw Failure(
        .refused, "It was taken back before it was sent.", hint: "By another command, or with what it is about.")
    }
    // What the page shows of it comes with the next query otherwise.
    await hints.tryToAsk(.messages)
    return true
  }

  /// Waits until the server has answered, a few seconds at most.
  private func wait(for id: UUID, _ owner: InboxOwner, _ changes: AsyncStream<Void>) async {
    await BoundedWait.wait(for: changes, atMost: Self.answerPatience) { [store] _ in
      // What can't be read is told by who reads it next.
      guard let left = try? await store.outgoingFeedback(id, for: owner) else { return true }
      return left.problem != nil
    }
  }
}

// MARK: What is meant

extension FeedbackController {
  /// What is meant, who besides the user sees what is said about it, and its title or first line, where it is here.
  private typealias Meaning = (
    subject: FeedbackSubject, user: UUID, person: String, title: String?, isOwn: Bool?
  )

  private func meaning(of target: FeedbackTarget) async throws(Failure) -> Meaning {
    switch target {
    case .item(let number, let identity): return try await meaning(ofItem: number, as: identity)
    case .entry(let reference):
      let entry = try await correspondence.find(reference).entry
      let (title, isOwn) = try await summary(of: entry.subject, try await owners.owner())
      return (entry.subject, entry.user, entry.title, title, isOwn)
    case .proposal(let id):
      let row = try await proposals.find(id)
      let person = PersonTitle(name: row.name, nickname: row.nickname, user: row.user)
      return (.push(row.id), row.user, person.text, row.text, true)
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
      guard payload.topic == nil else { throw Self.nobody(number) }
    }
    let (title, isOwn) = try await summary(of: subject, owner)
    return (subject, user, sender.text(for: owner.user, nicknames), title, isOwn)
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

extension FeedbackRow {
  fileprivate init(_ feedback: Feedback, _ nicknames: [UUID: String]) {
    let title = PersonTitle(name: feedback.name, nickname: nicknames[feedback.user], user: feedback.user)
    self.init(
      isOwn: feedback.isOwn, author: feedback.isOwn ? "you" : title.text, text: feedback.text, date: feedback.createdAt)
  }

  /// Nil for a like that is to be taken back: it stands there until then.
  fileprivate init?(_ waiting: StoredOutgoingFeedback) {
    let text: String?
    switch waiting.feedback.content {
    case .comment(let comment): text = comment
    case .like(isGiven: true): text = nil
    case .like(isGiven: false): return nil
    }
    self.init(
      isOwn: true, author: "you", text: text, date: waiting.writtenAt, isWaiting: waiting.problem == nil,
      problem: waiting.problem)
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
