internal import ServerAPI

/// How far a client's stream of a channel has come: the id of an event, and what comes back as `Last-Event-ID`.
struct ChannelCursor: Equatable, Sendable {
  /// The newest message that the client has.
  var sequence: Int64
}

extension ChannelCursor: LosslessStringConvertible {
  /// For instance `42`.
  var description: String { String(sequence) }

  /// Nil for anything that ``description`` did not make.
  init?(_ description: String) {
    guard let sequence = Int64(description), sequence >= 0, description == String(sequence) else { return nil }
    self.init(sequence: sequence)
  }
}

/// A new message of a channel, as it is written on every stream of it.
struct MessageEvent: Sendable {
  let sequence: Int64
  let event: StreamEvent

  /// - Throws: what encoding throws.
  init(_ message: ChannelMessage) throws {
    sequence = message.sequence
    event = try StreamEvent("message", id: ChannelCursor(sequence: message.sequence), message)
  }
}

extension ChannelCursor: StreamCursor {
  func furthest(_ other: ChannelCursor) -> ChannelCursor { ChannelCursor(sequence: max(sequence, other.sequence)) }

  func step(_ event: MessageEvent) -> StreamStep<ChannelCursor> {
    StreamStep(event.sequence, next: sequence + 1, ChannelCursor(sequence: sequence + 1)) { event.event }
  }
}
