internal import ServiceLifecycle
internal import UnixSignals

/// Ends the server at SIGTERM or SIGINT. After SIGTERM it says for a time that it is not ready, and does all as before meanwhile, so that a load balancer
/// sends nothing more by the time that it closes its port. SIGINT, or a second signal, ends that time.
struct ShutdownSignal: Service {
  let signals: UnixSignalsSequence
  let drain: ServerDrain
  /// How long it says so.
  let time: Duration

  /// Returns when the server is to end.
  func run() async throws {
    await cancelWhenGracefulShutdown { await waitForEnd() }
  }

  private func waitForEnd() async {
    let (announcements, announcement) = AsyncStream.makeStream(of: Void.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await signal in signals {
          guard signal == .sigterm, time > .zero, !drain.isAnnounced else { return }
          drain.announce()
          announcement.yield()
        }
      }
      group.addTask {
        for await _ in announcements {
          // It ends early where the server is to end at once.
          try? await Task.sleep(for: time)
          return
        }
      }
      await group.next()
      group.cancelAll()
    }
  }
}
