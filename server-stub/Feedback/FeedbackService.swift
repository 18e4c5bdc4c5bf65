internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// Comments and likes: what two people say about what one of them has sent to the other.
struct FeedbackService: Sendable {
  let storage: any FeedbackStorage
  let throttle: SendThrottle
  let delivery: PushDelivery
  let clock: ServerClock

  /// Who does not let the author in, and what is not there, have one answer.
  private static let noSubject = APIFailure(
    .notFound, "there is nothing of this id that you and somebody who lets you in have sent each other")

  private static let tooMany = APIFailure(
    .tooManyRequests, "\(ServerLimits.dailyFeedbackCount) comments and likes of a day are for this user already"
  ).retrying(after: .seconds(3_600))

  /// Stores a comment.
  ///
  /// - Throws: ``APIFailure``: 404, 409, 422, 429.
  func comment(_ request: CommentRequest, by author: Account) async throws -> (Feedback, isNew: Bool) {
    guard (1...ServerLimits.messageByteCount).contains(request.text.utf8.count) else {
      throw APIFailure(.invalidField, "a comment has 1 to \(ServerLimits.messageByteCount) bytes")
    }
    switch try await append(.comment(id: request.id, text: request.text), about: request.subject, by: author) {
    case .stored(let feedback, let notice):
      if let notice { try delivery.announce(notice) }
      return (feedback, true)
    case .repeated(let feedback): return (feedback, false)
    case .idIsTaken: throw APIFailure(.conflict, "this id was used for another comment")
    case .tooMany: throw Self.tooMany
    case .noSubject, .unchanged: throw Self.noSubject
    }
  }

  /// Gives a like, or takes it back.
  ///
  /// - Throws: ``APIFailure``: 404, 429.
  func setLike(_ change: LikeChange, by author: Account) async throws {
    switch try await append(.like(isGiven: change.isLiked), about: change.subject, by: author) {
    case .stored(_, let notice): if let notice { try delivery.announce(notice) }
    case .unchanged, .repeated: break
    case .tooMany: throw Self.tooMany
    case .noSubject, .idIsTaken: throw Self.noSubject
    }
  }

  private func append(
    _ content: FeedbackDraft.Content, about subject: FeedbackSubject, by author: Account
  ) async throws -> FeedbackOutcome {
    try throttle.charge(.account(author.id))
    let draft = FeedbackDraft(
      content: content, subject: subject, author: author.id, authorName: author.shortName, createdAt: clock.date())
    return try await storage.append(draft) { try FeedbackNotice.push(of: author, $0) }
  }
}
