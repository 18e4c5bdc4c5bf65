internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServiceLifecycle

/// Has the streams of this node hear what other nodes did: each that is behind then reads from storage, as it does whenever a number is missing.
struct NodeFeed: Service {
  let feed: any StorageFeed
  let nodes: any NodeStorage
  let inboxes: EventHub
  let channels: StreamHub<ChannelCursor>
  let announcer: ChannelAnnouncer
  let open: OpenChannels
  let caches: TokenCaches
  let generations: FeedGenerations
  let figures: NodeFigures
  /// Has somebody look for sessions that have ended, and channels that are gone.
  let lookForEndings: @Sendable () -> Void
  let clock: ServerClock
  let logger: Logger

  /// How many numbers are compared at once.
  private static let sliceCount = 1_000
  /// How often devices are looked for that have opened a channel elsewhere, though the feed says it: a stream may begin just after that was read.
  private static let openingInterval = Duration.seconds(20)
  /// How often it is read at most while there is something in it: what happens in between is read together.
  private static let pace = Duration.milliseconds(5)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      // What happened before this node listened is read by each stream when it begins.
      var mustCompare = false
      var openingsAreDue = clock.uptime() + Self.openingInterval
      for await _ in feed.hints {
        do {
          let start = clock.uptime()
          let happenings = try await feed.read()
          // First: they are not read again where the comparison comes to nothing.
          tell(happenings)
          generations.hear(until: start)
          figures.hear(until: start)
          if mustCompare || happenings.contains(.anything) {
            mustCompare = true
            try await compare()
            mustCompare = false
          }
          if clock.uptime() >= openingsAreDue {
            try await compareOpenings()
            openingsAreDue = clock.uptime() + Self.openingInterval
          }
          if !happenings.isEmpty { try await Task.sleep(for: max(Self.pace - (clock.uptime() - start), .zero)) }
        } catch is CancellationError {
          return
        } catch is StorageProblem {
          // The next hint comes within a second, and whoever was away must not trust the feed: it may have been emptied.
          mustCompare = true
        } catch {
          mustCompare = true
          logger.error("what other nodes did could not be read", metadata: ["error": "\(type(of: error))"])
        }
      }
    }
  }

  private func tell(_ happenings: [Happening]) {
    var inboxes: [(UUID, InboxStanding)] = []
    var channels: [(UUID, Int64)] = []
    var openings: [(String, Int64)] = []
    for happening in happenings {
      switch happening {
      case .inbox(let account, let standing): inboxes.append((account, standing))
      case .messages(let channel, let highest):
        channels.append((channel, highest))
        announcer.announce(highest, of: .channel(channel))
      case .conversation(let side, let owner, let partner, let highest):
        channels.append((side, highest))
        announcer.announce(highest, of: .conversation(of: owner, with: partner))
      case .endings:
        caches.removeAll()
        lookForEndings()
      case .opened(let device, let number): openings.append((device, number))
      case .left(let channel, let account): open.leave(channel, account)
      case .anything: caches.removeAll()
      }
    }
    tell(inboxes: inboxes, channels: channels)
    open.notice(Dictionary(openings, uniquingKeysWith: max))
  }

  /// The furthest of each counts.
  private func tell(inboxes: [(UUID, InboxStanding)], channels: [(UUID, Int64)]) {
    self.inboxes.notice(
      Dictionary(inboxes.map { ($0, EventCursor(sequence: $1.items, change: $1.changes)) }) { $0.furthest($1) })
    self.channels.notice(Dictionary(channels.map { ($0, ChannelCursor(sequence: $1)) }) { $0.furthest($1) })
  }

  /// Compares all that is open here with what is stored.
  private func compare() async throws {
    lookForEndings()
    announcer.forget()
    for slice in inboxes.keys.slices(of: Self.sliceCount) {
      tell(inboxes: try await feed.inboxes(among: slice).map { ($0, $1) }, channels: [])
    }
    for slice in channels.keys.slices(of: Self.sliceCount) {
      // Each is read for once more, as if there were another message: so whoever has left is noticed, too.
      tell(inboxes: [], channels: try await feed.messages(among: slice).map { ($0, $1.next) })
    }
    try await compareOpenings()
  }

  private func compareOpenings() async throws {
    for slice in open.devices.slices(of: Self.sliceCount) { open.notice(try await nodes.openings(of: slice)) }
  }
}
