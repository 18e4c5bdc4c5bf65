internal import FoundationEssentials

/// What counts against a limit that all nodes keep together: so often at once, then once in an interval.
struct SharedCount: Equatable, Sendable {
  /// Stands for who is counted; their name or address is not stored.
  var key: UUID
  var burst: Int
  var interval: Duration
}

/// What some connections of a node to a database have done so far.
struct LaneFigures: Equatable, Sendable {
  /// How many calls wait now.
  var waiting = 0
  var commits = 0
  /// How many statements were committed together.
  var statements = 0
  /// How often something was done again.
  var repeated = 0
  /// How often nobody knew whether something was done.
  var doubts = 0
  /// How many calls were refused.
  var refused = 0
  var connections = 0
  var failedConnections = 0
}

/// What a node has done so far.
struct SharingFigures: Sendable {
  /// By what the connections are for.
  var lanes: [(name: String, figures: LaneFigures)]
  /// How often it told the others that there is news, and heard that from them.
  var pokes: (sent: Int, heard: Int)
}

/// What the nodes of one storage share besides what is stored. All of it is about now: it may be lost with the database's process, and begins anew.
protocol NodeStorage: Sendable {
  /// What time it is for all of them.
  func now() async throws -> Date
  /// What this node has done so far in what they share.
  var figures: SharingFigures { get }

  /// A device opens a channel, which ends what it had open, on whichever node that is.
  ///
  /// - Returns: the number of the opening: a later one of the same device has a higher number.
  func open(device: String) async throws -> Int64
  /// The last openings of some devices; those are left out of which none is known.
  func openings(of devices: [String]) async throws -> [String: Int64]

  /// Counts something against each of some limits, unless there is one for which it has to wait: then against none.
  ///
  /// - Returns: how long each makes it wait, in their order; it was counted where that is zero for all.
  func charge(_ counts: [SharedCount]) async throws -> [Duration]
  /// Takes back what was counted.
  func refund(_ counts: [SharedCount]) async throws

  /// Has one node at a time do some work. A lease ends with its time, and whoever has it may take it again before.
  ///
  /// - Returns: whether it is this one.
  func lease(_ work: String, for time: Duration) async throws -> Bool
  /// Deletes what counts against nobody any more, and openings of long ago.
  ///
  /// - Parameter limit: the most rows of each.
  /// - Returns: whether to go on.
  func forgetOld(limit: Int) async throws -> Bool
}
