public import FoundationEssentials
public import ServerAPI

/// Keeps what a user says about what others have sent, until the server has it. Each method returns once what it was given is durable.
public protocol FeedbackReplica: Sendable {
  /// What the server does not have yet, in its order, but for what some people would see.
  func outgoingFeedback(besides people: Set<UUID>) async throws -> [OutgoingFeedback]
  /// The server has taken it.
  ///
  /// - Parameter stored: the user's copy; nil where the server did not say.
  func sent(_ feedback: OutgoingFeedback, as stored: Feedback?) async throws
  /// The server refuses it for good.
  func refused(_ feedback: OutgoingFeedback, _ reason: FeedbackRefusal) async throws
}

/// Why a comment or a like is refused.
public enum FeedbackRefusal: Equatable, Sendable {
  /// There is nothing of this id between the two, or no longer; or the other one does not let the user in; or the server is of before.
  case noSubject
  /// The server takes no such comment.
  case invalid

  /// What an error of the server means; nil where trying again can help.
  init?(_ error: ServerClientError) {
    switch error.code {
    case .notFound, .forbidden: self = .noSubject
    case .invalidInput, .conflict: self = .invalid
    default: return nil
    }
  }
}
