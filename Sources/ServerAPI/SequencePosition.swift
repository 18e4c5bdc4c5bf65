/// Where somebody stands in a sequence that the server counts: a user's inbox, whose changes of states are counted too, or a channel.
public struct SequencePosition: Equatable, Sendable {
  /// The number of the newest item or message; 0 before the first. Everything up to it is here, or lost to the server's retention.
  public var sequence: Int64
  /// The number of the newest change of an item's state; 0 before the first, and in a channel.
  public var change: Int64
  /// How many items or messages were lost: the server had deleted them before they were fetched.
  public var lost: Int64
  /// The numbering that these numbers are of; nil where no server has said so yet.
  public var epoch: Epoch?

  /// Describes a position; without numbers it is before everything.
  public init(sequence: Int64 = 0, change: Int64 = 0, lost: Int64 = 0, epoch: Epoch? = nil) {
    self.sequence = sequence
    self.change = change
    self.lost = lost
    self.epoch = epoch
  }

  /// What a server has that is not here.
  ///
  /// A numbering that is not known yet is taken for the one that the numbers here are of. A server that names none any more is an earlier one,
  /// which an earlier copy was put back for.
  public func gap(to sequences: Sequences) -> SyncGap {
    if let epoch, epoch != sequences.epoch { return .otherNumbering }
    if sequences.inbox.highest < sequence || sequences.changes < change { return .otherNumbering }
    let (items, changes) = (sequences.inbox.highest > sequence, sequences.changes > change)
    return items || changes ? .some(items: items, changes: changes) : .nothing
  }
}

/// What a server has that is not here.
public enum SyncGap: Equatable, Sendable {
  /// Everything is here.
  case nothing
  /// Items, or changes of states.
  case some(items: Bool, changes: Bool)
  /// The server's numbers are others, or it has less than was fetched from it: it was set up anew, or an older copy was put back.
  case otherNumbering
}
