internal import FoundationEssentials
internal import ServerAPI

/// Lists what senders have sent to other people.
protocol SentPushStorage: Sendable {
  /// What a sender has sent to other users, to each alone, the newest first. What is said to have expired stays so.
  ///
  /// - Returns: nil where the page is to begin after a push that is not there any more.
  func sentPushes(_ query: SentPushQuery, from sender: PushSender, now: Date) async throws -> SentPushes?
}

/// Which pushes a list has.
struct SentPushQuery: Equatable, Sendable {
  /// These alone; nil for all.
  var state: SentPushState?
  /// The list begins with what was sent before this push; nil for the newest.
  var before: UUID?
  /// The most of one page.
  var limit = ServerLimits.pageCount
}
