internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

/// One user's outgoing comments and likes in the agent's database, as the connection to the server takes them.
struct StoreFeedbackReplica: FeedbackReplica {
  /// So much of a comment is told when it is refused, in characters: enough to know which.
  private static let beginningCount = 40

  let store: InboxStore
  let owner: InboxOwner
  let awaited: AwaitedFeedback
  /// Told where the server did not say what it has: it is to be asked.
  let news: Trigger
  let notify: @Sendable (String) -> Void

  func outgoingFeedback(besides people: Set<UUID>) async throws -> [OutgoingFeedback] {
    // One by one: what was taken back or erased while another was sent is not sent any more.
    try await store.outgoingFeedback(for: owner, besides: people, limit: 1)
  }

  func sent(_ feedback: OutgoingFeedback, as stored: Feedback?) async throws {
    awaited.recordSent(feedback.id)
    try await store.acknowledge(feedback, as: stored, for: owner)
    if stored == nil { news.wake() }
  }

  func refused(_ feedback: OutgoingFeedback, _ reason: FeedbackRefusal) async throws {
    let problem = Self.sentence(of: reason)
    try await store.refuse(feedback, problem, at: Date(), for: owner)
    // Whoever waits for it tells of it.
    if !awaited.contains(feedback.id) { notify("\(Self.name(of: feedback)) was not taken. \(problem)") }
  }

  private static func name(of feedback: OutgoingFeedback) -> String {
    guard case .comment(let text) = feedback.content else { return "A like that waited here" }
    let line = text.split(separator: "\n").first ?? ""
    return "Your comment “\(line.prefix(beginningCount))\(text.count > beginningCount ? "…" : "")”"
  }

  private static func sentence(of reason: FeedbackRefusal) -> String {
    switch reason {
    case .noSubject: "What it is about is gone or came by a channel, or whom it is for does not follow you."
    case .invalid: "The server takes no such comment."
    }
  }
}
