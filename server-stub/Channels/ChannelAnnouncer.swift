internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServerAPI
internal import ServiceLifecycle
internal import Synchronization

/// What has new messages, and for whom.
enum NewsSubject: Hashable, Sendable {
  /// A channel, for everybody who is enrolled in it.
  case channel(UUID)
  /// A conversation, for one of the two.
  case conversation(of: UUID, with: UUID)

  /// As those have it who are told.
  fileprivate var id: UUID {
    switch self {
    case .channel(let id), .conversation(of: _, with: let id): id
    }
  }
}

/// Notifies those whom new messages concern: of a conversation's at once, since it is one user each time; of a channel's first at once, and of
/// what follows soon after it as one.
final class ChannelAnnouncer: Service {
  private let storage: any ChannelStorage
  private let hub: EventHub
  private let interval: Duration
  private let logger: Logger
  /// The newest message of each channel that is still to be announced.
  private let news = Mutex<[NewsSubject: Int64]>([:])
  private let latest = Mutex(LatestNews())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  /// - Parameter interval: the least time between two announcements of channels.
  init(storage: any ChannelStorage, hub: EventHub, interval: Duration, logger: Logger) {
    self.storage = storage
    self.hub = hub
    self.interval = interval
    self.logger = logger
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// There is a new message, which may have been announced.
  func announce(_ sequence: Int64, of subject: NewsSubject) {
    guard latest.withLock({ $0.isNew(sequence, of: subject) }) else { return }
    announceNew(sequence, of: subject)
  }

  /// Whatever was announced may be told again: it is not known whether numbers still stand for the same.
  func forget() { latest.withLock { $0.removeAll() } }

  private func announceNew(_ sequence: Int64, of subject: NewsSubject) {
    if case .conversation(of: let account, with: _) = subject { return publish(sequence, of: subject, to: [account]) }
    news.withLock { $0[subject] = max($0[subject] ?? 0, sequence) }
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
  private func removeAll() -> [NewsSubject: Int64] {
    news.withLock { news in
      defer { news = [:] }
      return news
    }
  }

  private func publish(_ news: [NewsSubject: Int64]) async {
    for (subject, highest) in news {
      do {
        publish(highest, of: subject, to: try await storage.accounts(enrolledIn: subject.id))
      } catch is StorageProblem {
        // It is announced when the storage can be used again.
        announceNew(highest, of: subject)
      } catch { tell(error) }
    }
  }

  private func publish(_ highest: Int64, of subject: NewsSubject, to accounts: [UUID]) {
    let id = subject.id
    do {
      let event = try StreamEvent("channel", id: nil as EventCursor?, ChannelNews(channel: id, highest: highest))
      hub.publish(accounts.map { ($0, .news(channel: id, event)) })
    } catch { tell(error) }
  }

  /// Clients compare sequences when they connect, so that nothing is lost by it.
  private func tell(_ error: any Error) {
    logger.error("a channel's news could not be published", metadata: ["error": "\(type(of: error))"])
  }
}
