internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServerAPI
internal import ServiceLifecycle
internal import Synchronization

/// Notifies those who are enrolled in a channel of new messages: of the first at once, and of what follows soon after it as
/// one.
final class ChannelAnnouncer: Service {
  private let storage: any ChannelStorage
  private let hub: EventHub
  private let interval: Duration
  private let logger: Logger
  /// The newest message of each channel that is still to be announced.
  private let news = Mutex<[UUID: Int64]>([:])
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  /// - Parameter interval: the least time between two announcements.
  init(storage: any ChannelStorage, hub: EventHub, interval: Duration, logger: Logger) {
    self.storage = storage
    self.hub = hub
    self.interval = interval
    self.logger = logger
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// A channel has a new message.
  func announce(_ sequence: Int64, of channel: UUID) {
    news.withLock { $0[channel] = max($0[channel] ?? 0, sequence) }
    wake.yield()
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      for await _ in wakes {
        await publish(removeAll())
        do { try await Task.sleep(for: interval) } catch { return }
      }
    }
  }

  /// What is to be announced now.
  private func removeAll() -> [UUID: Int64] {
    news.withLock { news in
      defer { news = [:] }
      return news
    }
  }

  private func publish(_ news: [UUID: Int64]) async {
    for (channel, highest) in news {
      do {
        let event = try StreamEvent(
          "channel", id: nil as EventCursor?, ChannelNews(channel: channel, highest: highest))
        hub.publish(try await storage.accounts(enrolledIn: channel).map { ($0, .news(channel: channel, event)) })
      } catch {
        // Clients compare sequences when they connect, so that nothing is lost by it.
        logger.error("a channel's news could not be published", metadata: ["error": "\(type(of: error))"])
      }
    }
  }
}
