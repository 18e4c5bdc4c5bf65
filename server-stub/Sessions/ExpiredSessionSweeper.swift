internal import Logging
internal import ServiceLifecycle

/// Deletes sessions that have expired, at start and once an hour, so that they don't fill the disk.
struct ExpiredSessionSweeper: Service {
  let storage: any SessionStorage
  let clock: ServerClock
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await storage.removeExpired(before: clock.date()) } catch {
          logger.error("expired sessions could not be deleted", metadata: ["error": "\(type(of: error))"])
        }
        do { try await Task.sleep(for: .seconds(3600)) } catch { return }
      }
    }
  }
}
