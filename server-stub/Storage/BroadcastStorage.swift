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
  /// which their own next one has to wait, and whoever sends to a channel where one of theirs waits.
  static let waitingLimit = 500_000
}

/// How far what is spread has come.
struct BroadcastPlace: Equatable, Sendable {
  /// Its number.
  var push: Int64
  /// The last account that has got it; nil where that can't be read.
  var position: UUID?
}

/// What became of a step of spreading a push.
enum BroadcastStep: Equatable, Sendable {
  /// These accounts have got it, in each inbox with its number there; in some it took the place of an item, which has changed.
  case put(StoredPush, [UUID: Int64], replaced: [UUID: InboxChange])
  /// Another node has done this step.
  case overtaken
  /// No version of the server has written what is stored of it: it stays where it is, and nothing waits for it any more.
  case setAside
}

/// How many pushes are not in all their inboxes yet.
struct BroadcastCounts: Equatable, Sendable {
  /// How many are on their way.
  var waiting: Int
  /// How many somebody has to look at (``BroadcastStep/setAside``).
  var setAside: Int
}

/// Spreads what goes to more than get it at once, and in each inbox once, whoever does how much of that and ends in between. Whoever joins a
/// channel, or is new, while it is spread may get it or not.
///
/// A push waits for the earlier ones of its sender and of its channel, and for nothing else. So those of one sender come into each inbox in the
/// order in which they were stored, and those into one channel in that order for all its members; all else is spread side by side.
protocol BroadcastStorage: Sendable {
  /// Those that wait for none before them, by their numbers; empty where all have everything. Such a one waits for none later either, as
  /// whatever is stored afterwards has a higher number.
  func nextBroadcasts() async throws -> [BroadcastPlace]
  /// Puts a push into some more inboxes, in one transaction.
  ///
  /// - Parameters:
  ///   - push: the number of one that waits for none (``nextBroadcasts()``).
  ///   - limit: about how many inboxes.
  func spread(_ push: Int64, limit: Int) async throws -> BroadcastStep
  func broadcastCounts() async throws -> BroadcastCounts
}
