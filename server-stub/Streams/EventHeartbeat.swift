internal import Hummingbird
internal import ServiceLifecycle

/// Keeps event streams alive.
struct EventHeartbeat: Service {
  let hubs: [any StreamLifecycle]
  let interval: Duration

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: interval) } catch { return }
        for hub in hubs { hub.sendHeartbeat() }
      }
    }
  }
}
