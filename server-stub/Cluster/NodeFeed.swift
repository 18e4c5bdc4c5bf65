internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServiceLifecycle

/// Has the streams of this node hear what other nodes did: each that is behind then reads from storage, as it does whenever a number is missing.
struct NodeFeed: Service {
  let feed: any StorageFeed
  let inboxes: EventHub
  let channels: StreamHub<ChannelCursor>
  let announcer: ChannelAnnouncer
  let open: OpenChannels
  /// Looks for what has ended.
  let changes: ExternalChangeSignal
  let logger: Logger

  /// How many numbers are compared at once.
  private static let sliceCount = 1_000

  func run() async throws {
    await cancelWhenGracefulShutdown {
      // What happened before this node listened is read by each stream when it begins.
      var mustCompare = false
      for await _ in feed.hints {
        do {
          let happenings = try await feed.read()
          if mustCompare || happenings.contains(.anything) {
            mustCompare = true
            try await compare()
            mustCompare = false
          }
          tell(happenings)
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
    var inboxes: [UUID: EventCursor] = [:]
    var channels: [UUID: ChannelCursor] = [:]
    for happening in happenings {
      switch happening {
      case .inbox(let account, let place): inboxes[account] = inboxes[account]?.furthest(place) ?? place
      case .messages(let channel, let place):
        channels[channel] = channels[channel]?.furthest(place) ?? place
        announcer.announce(place.sequence, of: .channel(channel))
      case .conversation(let side, let owner, let partner, let place):
        channels[side] = channels[side]?.furthest(place) ?? place
        announcer.announce(place.sequence, of: .conversation(of: owner, with: partner))
      case .endings: changes.send()
      case .left(let channel, let account): open.leave(channel, account)
      case .anything: break
      }
    }
    self.inboxes.notice(inboxes)
    self.channels.notice(channels)
  }

  /// Compares all that is open here with what is stored.
  private func compare() async throws {
    changes.send()
    for slice in await inboxes.keys().slices(of: Self.sliceCount) {
      inboxes.notice(try await feed.inboxes(among: slice))
    }
    for slice in await channels.keys().slices(of: Self.sliceCount) {
      channels.notice(try await feed.messages(among: slice))
    }
  }
}

extension [UUID] {
  /// Its elements in their order, so many at a time.
  fileprivate func slices(of count: Int) -> [[UUID]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
