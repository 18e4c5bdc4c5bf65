internal import Logging
internal import ServiceLifecycle

/// Once a minute has one of the nodes delete what they share and need no more, so that whoever tries many accounts doesn't fill the database.
struct NodeSweeper: Service {
  let nodes: any NodeStorage
  let logger: Logger

  private static let interval = Duration.seconds(60)
  /// Whoever has swept goes on; another one does where it missed a turn.
  private static let lease = interval * 2
  private static let stepLimit = 1_000

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        await sweep()
      }
    }
  }

  func sweep() async {
    do {
      guard try await nodes.lease("what nodes share", for: Self.lease) else { return }
      while try await nodes.forgetOld(limit: Self.stepLimit) {}
    } catch {
      // In a minute it is tried again, here or on another node.
      logger.warning("what nodes share could not be swept", metadata: ["error": "\(type(of: error))"])
    }
  }
}
