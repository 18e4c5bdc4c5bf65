public import AgentAPI

/// What the window asks of the agent about comments and likes.
public protocol FeedbackService: Sendable {
  /// What both have said about something.
  ///
  /// - Parameter asksServer: whether the server is asked for what is new first.
  func feedback(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing

  /// Comments on something.
  ///
  /// - Returns: what was done, in a sentence; so does the other one.
  func comment(on target: FeedbackTarget, _ text: String) async throws(Failure) -> String

  /// Likes something, or takes that back.
  func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> String
}

extension AgentLink: FeedbackService {
  public func feedback(about target: FeedbackTarget, asksServer: Bool) async throws(Failure) -> FeedbackListing {
    let request = ListFeedback(about: target, asksServer: asksServer)
    var listing = asksServer ? try await askServer(request, isAsked: false) : try await send(request)
    for place in listing.feedback.indices {
      listing.feedback[place].author = names.plain(listing.feedback[place].author)
    }
    return listing
  }

  public func comment(on target: FeedbackTarget, _ text: String) async throws(Failure) -> String {
    names.plain(sentence: try await askServer(Comment(on: target, text: text)).message)
  }

  public func setLike(of target: FeedbackTarget, _ isLiked: Bool) async throws(Failure) -> String {
    names.plain(sentence: try await askServer(SetLike(target, isLiked: isLiked)).message)
  }
}
