internal import FoundationEssentials

/// What counts against a limit that all nodes keep together: so often at once, then once in an interval.
struct SharedCount: Equatable, Sendable {
  /// Stands for who is counted; their name or address is not stored.
  var key: UUID
  var burst: Int
  var interval: Duration
}

/// What the nodes of one storage share besides what is stored. All of it is about now: it may be lost with the database's process, and begins anew.
protocol NodeStorage: Sendable {
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
