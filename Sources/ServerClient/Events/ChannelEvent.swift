public import ServerAPI

/// What the server sends to a device that has a channel open.
public enum ChannelEvent: Equatable, StreamedEvent {
  /// A new message.
  case message(ChannelMessage)
  /// Retention has overtaken the client's place: what it lacks before the first message that is kept can't be had any more.
  case gap(SequenceBounds)
  /// The server ends the stream.
  case closed(ChannelClosing)

  /// Reads an event of the stream.
  ///
  /// - Returns: nil for an event of a newer server.
  /// - Throws: ``ServerClientError/Code/garbage`` when it doesn't carry what its name says.
  public init?(_ event: EventStreamDecoder.Event) throws(ServerClientError) {
    switch event.name {
    case "message": self = .message(try AnswerReader.value(ChannelMessage.self, from: event.data))
    case "gap": self = .gap(try AnswerReader.value(SequenceBounds.self, from: event.data))
    case "closed": self = .closed(try AnswerReader.value(ChannelClosing.self, from: event.data))
    default: return nil
    }
  }
}
