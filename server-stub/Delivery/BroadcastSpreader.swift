internal import Logging
internal import ServiceLifecycle

/// Signals that this node has stored something that is to be spread.
struct BroadcastSignal: Sendable {
  fileprivate let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// There is something to spread.
  func send() { continuation.yield() }
}

/// Puts what goes to many into their inboxes, after who sent it has been answered. The node that stored it does so; another one goes on where that
/// one has not got on for a while, because it has ended.
struct BroadcastSpreader: Service {
  let storage: any BroadcastStorage
  let hub: EventHub
  let signal: BroadcastSignal
  /// How long whoever spreads something may take for a step before they count as gone.
  let patience: Duration
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { for await _ in signal.signals { await spread() } }
        group.addTask { await watch() }
      }
    }
  }

  /// Puts everything into all inboxes that it is for, unless somebody else is at it.
  func spread() async {
    do {
      while !Task.isCancelled,
        case .put(let push, let numbers, let replaced)? = try await storage.spread(limit: Broadcast.step)
      {
        try hub.publish(push, numbers, replaced)
      }
    } catch {
      // It is found where it is left (``watch()``), by this node or another one.
      logger.warning("what goes to many could not be spread further yet", metadata: ["error": "\(type(of: error))"])
    }
  }

  /// Goes on with what nobody gets on with.
  private func watch() async {
    var former: BroadcastPlace?
    while !Task.isCancelled {
      do { try await Task.sleep(for: patience) } catch { return }
      // Where nobody can tell, storage is away; who is asked says that.
      let place = try? await storage.firstBroadcast()
      if let place, place == former { signal.send() }
      former = place
    }
  }
}
