/// The parts that know who is connected.
struct LiveParts: Sendable {
  /// The streams of users' inboxes.
  let inboxes = EventHub()
  /// The streams of channels.
  let channels = StreamHub<ChannelCursor>()
  /// The streams of each session.
  let sessions = SessionStreams()
  /// Which channel each device has open.
  let open = OpenChannels()
  /// Tells of new messages in channels.
  let announcer: ChannelAnnouncer

  init(_ configuration: ServerConfiguration, _ parts: ServerApplication.Parts) {
    announcer = ChannelAnnouncer(
      storage: parts.storage, hub: inboxes, interval: configuration.channelNewsInterval, logger: parts.logger)
  }

  /// Keeps all streams alive.
  func heartbeat(every interval: Duration) -> EventHeartbeat {
    EventHeartbeat(hubs: [inboxes, channels], interval: interval)
  }
}
