internal import ServiceLifecycle

/// The parts that know who is connected.
struct RuntimeServices: Sendable {
  /// The streams of users' inboxes.
  let inboxes = EventHub()
  /// The streams of channels.
  let channels = StreamHub<ChannelCursor>()
  /// What is to be spread.
  let broadcasts = BroadcastSignal()
  /// The streams of each session.
  let sessions = SessionStreams()
  /// What the server counts of itself.
  let figures = ServerMetrics()
  /// What tokens open; nil where this process does not hear of all that ends.
  let caches: TokenCaches?
  /// What is heard of other nodes.
  let feedGenerations = FeedGenerations()
  /// Whether the server is about to end.
  let drain: ServerDrain
  /// Which channel each device has open.
  let open: OpenChannels
  /// Decides which connections are admitted.
  let admission: ConnectionAdmission
  /// Announces new messages in channels.
  let announcer: ChannelAnnouncer

  init(_ configuration: ServerConfiguration, _ dependencies: ServerApplication.Dependencies) {
    open = dependencies.open
    caches = dependencies.tokenGenerations(feedGenerations).map { [figures] in
      TokenCaches($0, clock: dependencies.clock, figures: figures.tokens)
    }
    drain = dependencies.drain
    admission = ConnectionAdmission(
      maximum: configuration.maximumConnections, proxies: configuration.trustedProxies,
      isPlain: configuration.tls == nil, logger: dependencies.logger)
    announcer = ChannelAnnouncer(
      storage: dependencies.storage, hub: inboxes, interval: configuration.channelNewsInterval,
      logger: dependencies.logger)
  }

  /// Puts what goes to many into their inboxes.
  func spreader(
    _ configuration: ServerConfiguration, _ dependencies: ServerApplication.Dependencies
  ) -> BroadcastSpreader {
    BroadcastSpreader(
      storage: dependencies.storage, hub: inboxes, signal: broadcasts, patience: configuration.broadcastPatience,
      logger: dependencies.logger)
  }

  /// Keeps all streams alive.
  func heartbeat(every interval: Duration) -> EventHeartbeat {
    EventHeartbeat(hubs: hubs, interval: interval)
  }

  /// What a node does beside others: has streams hear what those did, and sweeps what they share. Nothing where there are none.
  func nodeServices(_ dependencies: ServerApplication.Dependencies) -> [any Service] {
    guard let feed = dependencies.storage.feed, let nodes = dependencies.storage.nodes, let caches else { return [] }
    return [
      NodeFeed(
        feed: feed, nodes: nodes, inboxes: inboxes, channels: channels, announcer: announcer, open: open,
        caches: caches, generations: feedGenerations, figures: figures.node, lookForEndings: dependencies.changes.send,
        clock: dependencies.clock,
        logger: dependencies.logger),
      NodeSweeper(nodes: nodes, logger: dependencies.logger),
    ] + [dependencies.databaseClock].compactMap(\.self)
  }

  /// What there is to say of this node; nil where there are no others.
  func nodeMetrics(
    _ configuration: ServerConfiguration, _ dependencies: ServerApplication.Dependencies
  ) -> NodeMetrics? {
    guard let nodes = dependencies.storage.nodes else { return nil }
    let clock = dependencies.databaseClock
    return NodeMetrics(
      nodes: nodes, figures: figures, clock: dependencies.clock, name: configuration.nodeName,
      clockLead: clock.map { clock in { @Sendable in clock.machineLead } })
  }

  /// What the streams of each kind do.
  var streamFigures: [(kind: String, figures: StreamMetrics)] {
    [("inbox", inboxes.figures), ("channel", channels.figures)]
  }

  /// The streams of every kind.
  var hubs: [any StreamLifecycle] { [inboxes, channels] }
}

extension ServerApplication.Dependencies {
  /// What ends what tokens open; nil where this process does not hear of all of it.
  fileprivate func tokenGenerations(_ feed: FeedGenerations) -> (any TokenGenerations)? {
    if storage.nodes != nil { return feed }
    return storage.endings.map(MarkedGenerations.init)
  }
}
