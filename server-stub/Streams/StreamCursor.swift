internal import FoundationEssentials

/// A cursor in what one kind of stream sends, and how it moves on.
protocol StreamCursor: LosslessStringConvertible, Equatable, Sendable {
  /// What the streams send.
  associatedtype Event: Sendable

  /// What an event is to a client at this cursor.
  func step(_ event: Event) -> StreamStep<Self>

  /// What has all that a client at either of the two has, in the numbering of this one.
  func furthest(_ other: Self) -> Self
}

extension StreamCursor {
  /// Whether a client at the other cursor has what a client at this one lacks.
  func lacks(_ other: Self) -> Bool { furthest(other) != self }
}

/// What an event is to a client.
enum StreamStep<Cursor> {
  /// The client has it already.
  case seen
  /// It comes next: where the client is after it, and the event.
  case next(Cursor, () -> StreamEvent)
  /// Others come before it.
  case outOfOrder
  /// It has no cursor: the newest on a subject stands for all before it.
  case news(UUID, StreamEvent)
}

extension StreamStep {
  /// - Parameter next: the number that is to come next.
  init(_ number: Int64, next: Int64, _ cursor: Cursor, _ event: @escaping () -> StreamEvent) {
    self = number < next ? .seen : number > next ? .outOfOrder : .next(cursor, event)
  }
}
