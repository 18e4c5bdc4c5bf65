public import FoundationEssentials

/// How the inbox stands to the server's, for those who want to know.
extension InboxSync {
  /// Every phase from now on, beginning with the present one; those that come faster than they are read are coalesced.
  public func phases() -> AsyncStream<SyncState.Phase> {
    let (stream, continuation) = AsyncStream.makeStream(of: SyncState.Phase.self, bufferingPolicy: .bufferingNewest(1))
    watcherCount += 1
    let number = watcherCount
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(watcher: number) } }
    continuation.yield(state.phase)
    return stream
  }

  private func forget(watcher number: Int) { watchers[number] = nil }

  func notifyWatchers() { for watcher in watchers.values { watcher.yield(state.phase) } }

  /// Whether the device is registered with the present session, as far as is known here.
  public var isRegistered: Bool { state.isRegistered }

  func recordLive() {
    state.recordLive()
    outage = nil
  }

  func recordFailure(_ error: ServerClientError) {
    // What a logout or a sleep has cut is none.
    guard mayWork, error.code != .needsCredentials, !Task.isCancelled else { return }
    outage = ServerOutage(since: outage?.since ?? dependencies.now(), reason: error)
  }
}

/// There should be a connection to the server, and there is none.
public struct ServerOutage: Equatable, Sendable {
  /// When it began, as far as is known here.
  public let since: Date
  /// Why the last try failed.
  public let reason: ServerClientError
}
