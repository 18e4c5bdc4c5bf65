internal import ServerAPI

/// How far a client's stream of a channel has come: the id of an event, and what comes back as `Last-Event-ID`.
struct ChannelCursor: Hashable, Sendable {
  /// The newest message that the client has.
  var sequence: Int64
  /// Its numbering; nil in what a client says that knows of none.
  var epoch: Epoch?
}

extension ChannelCursor: LosslessStringConvertible {
  /// For instance `42-0c4hz8m2k6vq`, or `42`.
  var description: String {
    guard let epoch else { return String(sequence) }
    return "\(sequence)-\(epoch)"
  }

  /// Nil for anything that ``description`` did not make.
  init?(_ description: String) {
    let parts = description.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let sequence = parts.first.flatMap({ Int64($0) }), sequence >= 0 else { return nil }
    self.init(sequence: sequence, epoch: parts.dropFirst().first.flatMap { Epoch(String($0)) })
    guard description == self.description else { return nil }
  }
}

/// A new message of a channel, as it is written on every stream of it but for its id.
struct MessageEvent: Sendable {
  let sequence: Int64
  let event: StreamEvent

  /// - Throws: what encoding throws.
  init(_ message: ChannelMessage) throws {
    sequence = message.sequence
    event = try StreamEvent("message", id: nil as ChannelCursor?, message)
  }
}

extension ChannelCursor: StreamCursor {
  func furthest(_ other: ChannelCursor) -> ChannelCursor {
    ChannelCursor(sequence: max(sequence, other.sequence), epoch: epoch)
  }

  func step(_ event: MessageEvent) -> StreamStep<ChannelCursor> {
    let next = ChannelCursor(sequence: sequence.next, epoch: epoch)
    return StreamStep(event.sequence, next: next.sequence, next) {
      var event = event.event
      event.id = "\(next)"
      return event
    }
  }
}
