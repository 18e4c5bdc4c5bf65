internal import FoundationEssentials
internal import ServerAPI

/// What a user says about something that one of two has sent to the other.
struct FeedbackDraft: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    /// A comment, by the id that its author's copy has.
    case comment(id: UUID, text: String)
    /// A like that is given, or taken back.
    case like(isGiven: Bool)
  }

  var content: Content
  /// As the author knows it.
  var subject: FeedbackSubject
  var author: UUID
  /// What people call the author.
  var authorName: String
  var createdAt: Date
}

/// What the other one is told of feedback: that there is some, and about what.
struct FeedbackHint: Equatable, Sendable {
  var isLike: Bool
  /// As the one who is told knows it.
  var subject: FeedbackSubject
  /// Whether the author sent what it is about, and not the one who is told.
  var isAboutOwn: Bool
  var recipient: UUID
  var date: Date
}

/// The outcome of feedback.
enum FeedbackOutcome: Equatable, Sendable {
  /// It is stored. The notice is in the other one's inbox, unless they block the author, or know of it.
  case stored(Feedback, notice: StoredNotice?)
  /// The same comment was stored before.
  case repeated(Feedback)
  /// There is nothing to change: what is to be taken back is not there, or what is to be given is.
  case unchanged
  /// The id stands for another comment.
  case idIsTaken
  /// There is no such thing of the two's, or the other one does not let the author in.
  case noSubject
  /// ``ServerLimits/dailyFeedbackCount`` of the author's to the other one are of the last day.
  case tooMany
}

/// Stores comments and likes, in a copy for each of the two.
protocol FeedbackStorage: Sendable {
  /// Stores what a user says, durably when this returns, if it may be: what it is about, follows and blocks are looked at where it is stored.
  ///
  /// - Parameter makeHint: makes what the other one is told, a push from the author.
  func append(
    _ draft: FeedbackDraft, makeHint: @escaping @Sendable (FeedbackHint) throws -> StoredPush
  ) async throws -> FeedbackOutcome
  /// What changed after a number, by number; what somebody wrote whom the user blocks is left out.
  func feedback(of account: UUID, after number: Int64, limit: Int) async throws -> FeedbackPage
  /// The newest about one thing, by number; as ``feedback(of:after:limit:)``.
  func feedback(of account: UUID, about subject: FeedbackSubject, limit: Int) async throws -> FeedbackPage
}
