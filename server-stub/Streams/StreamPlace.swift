internal import FoundationEssentials

/// A place in what one kind of stream tells, and how it moves on.
protocol StreamPlace: LosslessStringConvertible, Equatable, Sendable {
  /// What the streams tell.
  associatedtype Event: Sendable

  /// What an event is to a client at this place.
  func step(_ event: Event) -> StreamStep<Self>
}

/// What an event is to a client.
enum StreamStep<Place> {
  /// The client has it already.
  case known
  /// It comes next: where the client is after it, and the event.
  case next(Place, () -> StreamEvent)
  /// Others come before it.
  case early
  /// It has no place: the newest on a subject stands for all before it.
  case news(UUID, StreamEvent)
}

extension StreamStep {
  /// - Parameter next: the number that is to come next.
  init(_ number: Int64, next: Int64, _ place: Place, _ event: @escaping () -> StreamEvent) {
    self = number < next ? .known : number > next ? .early : .next(place, event)
  }
}
