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

/// Puts what goes to many into their inboxes, after who sent it has been answered: what does not wait for each other a step each, in turn. The node
/// that stored it does so; another one goes on where that one has not got on for a while, because it has ended.
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

  /// Puts everything into all inboxes that it is for, but for what somebody else is at. Whoever did the last step of a push goes on with it, and
  /// looks what waited for it, so that nothing is left by all.
  func spread() async {
    var left: Set<Int64> = []
    var isLeftUntil = ContinuousClock.now + patience
    do {
      while !Task.isCancelled {
        if .now >= isLeftUntil {
          // While this node had others to spread, whoever was at it may have ended.
          (left, isLeftUntil) = ([], .now + patience)
        }
        let round = try await storage.nextBroadcasts().map(\.push).filter { !left.contains($0) }
        if round.isEmpty { return }
        left.formUnion(await stepEach(round))
      }
    } catch {
      logger.warning("what goes to many could not be spread further yet", metadata: ["error": "\(type(of: error))"])
    }
  }

  /// Does a step of each.
  ///
  /// - Returns: those with which this node does not go on. After one that failed the others are looked for once more: the storage may be away.
  private func stepEach(_ round: [Int64]) async -> [Int64] {
    var left: [Int64] = []
    for push in round where !Task.isCancelled {
      do {
        if try await !step(push) { left.append(push) }
      } catch {
        // It is found where it is left (``watch()``), by this node or another one.
        logger.warning(
          "a push that goes to many could not be spread further yet",
          metadata: ["push": "\(push)", "error": "\(type(of: error))"])
        return left + [push]
      }
    }
    return left
  }

  /// - Returns: whether this node goes on with it.
  private func step(_ push: Int64) async throws -> Bool {
    switch try await storage.spread(push, limit: Broadcast.step) {
    case .put(let stored, let numbers, let replaced):
      try hub.publish(stored, numbers, replaced)
      return true
    case .overtaken: return false
    case .setAside:
      logger.error(
        "a push that goes to many can't be read, and is set aside: nobody else gets it", metadata: ["push": "\(push)"])
      return false
    }
  }

  /// Goes on with what nobody gets on with.
  private func watch() async {
    var former: [BroadcastPlace] = []
    while !Task.isCancelled {
      do { try await Task.sleep(for: patience) } catch { return }
      // Where nobody can tell, storage is away; who is asked says that.
      let places = (try? await storage.nextBroadcasts()) ?? []
      if places.contains(where: former.contains) { signal.send() }
      former = places
    }
  }
}
