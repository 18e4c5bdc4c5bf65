import Foundation
import Synchronization
import Testing

@testable import AgentService
@testable import ServerClient

/// A connection to the server that does as it was told to, and records what it was asked.
final class ScriptedSync: SyncResuming, DecisionSending, ChannelSyncing, ChannelOpening, MessageSending,
  ConnectionWatching, PhaseStreaming
{
  private struct State {
    var phase = SyncState.Phase.live
    var canFetch = true
    var openCount = 0
    var watchers: [AsyncStream<SyncState.Phase>.Continuation] = []
    var actions: [String: @Sendable () async throws -> Void] = [:]
  }

  let log: CallLog
  private let state = Mutex(State())

  init(_ log: CallLog) { self.log = log }

  var phase: SyncState.Phase { state.withLock { $0.phase } }
  var mayBeAnswered: Bool { phase == .live }
  var outage: ServerOutage? {
    guard case .waiting(let error, _) = phase else { return nil }
    return ServerOutage(since: Date(), reason: error)
  }

  func changes() -> AsyncStream<SyncState.Phase> {
    let (stream, continuation) = AsyncStream<SyncState.Phase>.makeStream()
    state.withLock { $0.watchers.append(continuation) }
    return stream
  }

  /// There is no connection from now on.
  func disconnect() {
    defer { for watcher in state.withLock({ $0.watchers }) { watcher.yield(phase) } }
    state.withLock {
      $0.phase = .waiting(ServerClientError(.unreachable, "nobody listens"), retryIn: .seconds(60))
      $0.canFetch = false
    }
  }

  /// Does something whenever it is called so.
  func on(_ call: String, _ action: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.actions[call] = action }
  }

  private func perform(_ call: String) async {
    log.add(call)
    do { try await state.withLock { $0.actions[call] }?() } catch { Issue.record(error) }
  }

  func sendDecisions() async { await perform("send decisions") }
  func sendMessages(patience: Duration) async { await perform("send messages") }
  func compareChannels() async { await perform("compare channels") }
  func resume() async { await perform("resume") }
  func waitForChannels(atMost time: Duration) {}
  func tryAgain(atMost time: Duration) {}
  func phases() -> AsyncStream<SyncState.Phase> { changes() }

  func fetchMessages(of channel: UUID) async -> Bool {
    await perform("fetch messages")
    return state.withLock { $0.canFetch }
  }

  func open(_ channel: UUID) async -> OpenChannelTicket {
    await perform("open channel")
    return OpenChannelTicket(
      number: state.withLock {
        $0.openCount += 1
        return $0.openCount
      })
  }

  func close(_ ticket: OpenChannelTicket) async { await perform("close channel \(ticket.number)") }
}
