public import AgentAPI
public import FoundationEssentials
internal import Localization

/// What two people have said about a thing, in the words that are shown below it.
public struct FeedbackSummary: Equatable, Sendable {
  /// A comment.
  public struct Comment: Equatable, Sendable {
    /// Who wrote it, when, and how far it has come.
    public let byline: String
    /// What it says.
    public let text: String
  }

  /// The comments, the oldest first.
  public let comments: [Comment]
  /// Who likes it, in one line; empty for nobody.
  public let likes: String

  /// Says what there is to say at a moment.
  public init(_ feedback: [FeedbackRow], now: Date) {
    comments = feedback.compactMap { row in
      guard let text = row.text else { return nil }
      return Comment(byline: "\(Self.author(row)) · \(MessageTime.text(row.date, now: now))", text: text)
    }
    let likes = feedback.filter { $0.text == nil }.map(Self.author)
    self.likes = likes.isEmpty ? "" : localized("liked by \(Self.list(likes))")
  }

  /// At most two people are told of: both sides of a proposal.
  private static func list(_ names: [String]) -> String {
    names.dropFirst().reduce(names.first ?? "") { localized("\($0) and \($1)") }
  }

  private static func author(_ row: FeedbackRow) -> String {
    if let problem = row.problem { return localized("\(row.author) (not taken: \(problem))") }
    return row.isWaiting == true ? localized("\(row.author) (waits here)") : row.author
  }
}
