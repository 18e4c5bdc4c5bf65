internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import VaultModel
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
    guard let title = meaning.title.map(Self.quoted) else {
      return Acknowledgement(
        isSent
          ? "The comment is sent to \(meaning.person)."
          : "The comment waits here, and goes out to \(meaning.person) once the server takes it.")
    }
    return Acknowledgement(
      isSent
        ? "The comment on \(title) is sent to \(meaning.person)."
        : "The comment on \(title) waits here, and goes out to \(meaning.person) once the server takes it.")
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
    guard let title = meaning.title.map(Self.quoted) else {
      return Acknowledgement(
        isLiked ? "You like it, and \(meaning.person) sees that." : "Your like is taken back.")
    }
    return Acknowledgement(
      isLiked ? "You like \(title), and \(meaning.person) sees that." : "Your like of \(title) is taken back.")
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
      let title = asksServer ? await title(of: meaning) : meaning.title
      return FeedbackListing(title: title, feedback: rows.suffix(Self.listedCount))
    } catch { throw Failure(error) }
  }

  /// Also where it is the user's own proposal, which the server alone has.
  private func title(of meaning: Meaning) async -> String? {
    guard meaning.title == nil, meaning.isOwn != false, case .push(let id) = meaning.subject else {
      return meaning.title
    }
    do throws(Failure) { return try await proposals.find(id.text).text } catch { return nil }
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
    await outgoing.sendMessages(patience: PostController.connectionPatience)
    if await outgoing.mayBeAnswered { await wait(for: feedback.id, owner, changes) }
    switch try await outcome(of: feedback.id, owner) {
    case .waiting: return false
    case .sent:
      // What the page shows of it comes with the next query otherwise.
      await hints.tryToAsk(.messages)
      return true
    case .refused(let problem):
      try await InboxStoreError.asFailure(await store.discardFeedback(feedback.id, for: owner))
      throw Failure(.refused, LocalizedText(words: problem), hint: "Nothing was sent.")
    case .erased:
      throw Failure(
        .refused, "It was taken back before it was sent.", hint: "By another command, or with what it is about.")
    }
  }

  private enum Outcome {
    case sent, waiting, erased
    case refused(String)
  }

  /// How far it has come; from now on somebody else tells of it.
  private func outcome(of id: UUID, _ owner: InboxOwner) async throws(Failure) -> Outcome {
    let before = try await InboxStoreError.asFailure(await store.outgoingFeedback(id, for: owner))
    let isSent = awaited.end(id)
    guard let before else { return isSent ? .sent : .erased }
    if let problem = before.problem { return .refused(problem) }
    // It may have been answered between the two.
    guard let after = try await InboxStoreError.asFailure(await store.outgoingFeedback(id, for: owner)) else {
      return .sent
    }
    return after.problem.map(Outcome.refused) ?? .waiting
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
