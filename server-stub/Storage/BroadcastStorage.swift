internal import FoundationEssentials
internal import ServerAPI

/// What is sent to a channel or to everyone.
enum Broadcast {
  /// So many get it in the transaction that stores it. Where there are more all of them get it afterwards, so that whoever sends it does not
  /// wait for thousands of inboxes, and nobody waits for all of them to be let go.
  static let atOnce = 1_000
  /// So many get it in each transaction then: some tens of milliseconds.
  static let step = 500
  /// While what a sender has waiting is for so many inboxes, nothing more of theirs is taken that is to be spread: some minutes of work, for
  /// which whoever sends to a few in a channel has to wait.
  static let waitingLimit = 500_000
}

/// How far what is spread has come.
struct BroadcastPlace: Equatable, Sendable {
  /// Its number.
  var push: Int64
  /// The last account that has got it.
  var position: UUID
}

/// A step of spreading a push.
enum BroadcastStep: Equatable, Sendable {
  /// These accounts have got it, in each inbox with its number there; in some it took the place of an item, which has changed.
  case put(StoredPush, [UUID: Int64], replaced: [UUID: InboxChange])
  /// Another node has done this step.
  case overtaken
}

/// Spreads what goes to more than get it at once. It is put into inboxes in the order in which it was stored, and in each once, whoever
/// does how much of that and ends in between. Whoever joins a channel, or is new, while it is spread may get it or not.
protocol BroadcastStorage: Sendable {
  /// How far that has come which is spread first; nil where all have everything.
  func firstBroadcast() async throws -> BroadcastPlace?
  /// Puts it into some more inboxes, in one transaction.
  ///
  /// - Parameter limit: about how many.
  /// - Returns: nil where all have everything.
  func spread(limit: Int) async throws -> BroadcastStep?
}
