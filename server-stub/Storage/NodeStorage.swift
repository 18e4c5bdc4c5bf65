internal import FoundationEssentials

/// What the nodes of one storage share besides what is stored. All of it is about now: it may be lost with the database's process, and begins anew.
protocol NodeStorage: Sendable {
  /// A device opens a channel, which ends what it had open, on whichever node that is.
  ///
  /// - Returns: the number of the opening: a later one of the same device has a higher number.
  func open(device: String) async throws -> Int64
  /// The last openings of some devices; those are left out of which none is known.
  func openings(of devices: [String]) async throws -> [String: Int64]
}
