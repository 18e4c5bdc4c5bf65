public import ServerAPI

/// What the server sends to a user's devices.
public enum ServerEvent: Equatable, StreamedEvent {
  /// A new item of the inbox.
  case push(InboxItem)
  /// An item's state has changed.
  case state(InboxChange)
  /// Retention has overtaken the client's place: what it lacks before the first item that is kept can't be had any more.
  case gap(SequenceBounds)
  /// A channel that the user is enrolled in has new messages.
  case news(ChannelNews)

  /// Reads an event of the stream.
  ///
  /// - Returns: nil for an event of a newer server.
  /// - Throws: ``ServerClientError/Code/garbage`` when it doesn't carry what its name says.
  public init?(_ event: EventStreamDecoder.Event) throws(ServerClientError) {
    switch event.name {
    case "push": self = .push(try AnswerReader.value(InboxItem.self, from: event.data))
    case "state": self = .state(try AnswerReader.value(InboxChange.self, from: event.data))
    case "channel": self = .news(try AnswerReader.value(ChannelNews.self, from: event.data))
    case "gap": self = .gap(try AnswerReader.value(SequenceBounds.self, from: event.data))
    default: return nil
    }
  }
}
