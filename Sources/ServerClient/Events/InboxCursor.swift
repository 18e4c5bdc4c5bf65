/// How far a client has come in a user's inbox: the place after which the event stream goes on (`Last-Event-ID`).
public struct InboxCursor: Equatable, Sendable {
  /// The newest item of the inbox that the client has; 0 before the first.
  public var sequence: Int64
  /// The newest change of an item's state that the client has; 0 before the first.
  public var change: Int64

  /// Before everything.
  public static let beginning = InboxCursor(sequence: 0, change: 0)

  /// Describes a place.
  public init(sequence: Int64, change: Int64) {
    self.sequence = sequence
    self.change = change
  }
}

extension InboxCursor: CustomStringConvertible {
  /// The id of the stream's event at that place, for instance `42-17`.
  public var description: String { "\(sequence)-\(change)" }
}
