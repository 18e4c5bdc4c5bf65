internal import ServerAPI

/// How far a client's event stream has come: the id of an event, and what comes back as `Last-Event-ID`.
struct EventCursor: Hashable, Sendable {
  /// The newest item of the inbox that the client has.
  var sequence: Int64
  /// The newest change of a state that it knows.
  var change: Int64
  /// The numbering of both; nil in what a client says that knows of none.
  var epoch: Epoch?
}

extension EventCursor: LosslessStringConvertible {
  /// For instance `42-17-0c4hz8m2k6vq`, or `42-17`.
  var description: String {
    guard let epoch else { return "\(sequence)-\(change)" }
    return "\(sequence)-\(change)-\(epoch)"
  }

  /// Nil for anything that ``description`` did not make.
  init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let sequence = Int64(parts[0]), let change = Int64(parts[1]), sequence >= 0,
      change >= 0
    else { return nil }
    self.init(sequence: sequence, change: change, epoch: parts.dropFirst(2).first.flatMap { Epoch(String($0)) })
    guard description == self.description else { return nil }
  }
}

/// The streams of users' inboxes.
typealias EventHub = StreamHub<EventCursor>

extension EventCursor: StreamCursor {
  func furthest(_ other: EventCursor) -> EventCursor {
    EventCursor(sequence: max(sequence, other.sequence), change: max(change, other.change), epoch: epoch)
  }

  func step(_ event: ServerEvent) -> StreamStep<EventCursor> {
    switch event {
    case .push(let number, let push):
      let next = EventCursor(sequence: sequence.next, change: change, epoch: epoch)
      return StreamStep(number, next: next.sequence, next) {
        StreamEvent(name: "push", id: "\(next)", data: push.data(sequence: number))
      }
    case .state(let number, let item, let data):
      // The item comes first: it would come as one of which nothing is known.
      guard number <= change || item <= sequence else { return .outOfOrder }
      let next = EventCursor(sequence: sequence, change: change.next, epoch: epoch)
      return StreamStep(number, next: next.change, next) { StreamEvent(name: "state", id: "\(next)", data: data) }
    case .news(let channel, let event): return .news(channel, event)
    }
  }
}
