internal import LinuxSystem
internal import Logging
internal import OwnerVerification
internal import ServiceLifecycle

/// Locks the vault when another file takes the place of this program, as an upgrade of its package puts it there.
///
/// The agent goes on, locked, so that reminders come and nothing under way is cut off. The next client hears of it in its welcome, has
/// this agent end, and is served by the program that is there now.
struct ReplacementWatch: Service {
  let program: ProgramFile
  let owner: any VaultLocking
  let logger: Logger

  func run() async throws {
    let watches = program.directories.compactMap(watch)
    try await withGracefulShutdownHandler {
      let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      look.yield()
      try await withThrowingDiscardingTaskGroup { group in
        for watch in watches { group.addTask { for await _ in watch.events { look.yield() } } }
        group.addTask {
          var wasReplaced = false
          for await _ in looks { await self.look(&wasReplaced) }
        }
        // A directory may be gone, and its watch with it; what ends here would end the agent.
        try await gracefulShutdown()
        look.finish()
      }
    } onGracefulShutdown: {
      for watch in watches { watch.cancel() }
    }
  }

  /// Nil for what can't be watched: the welcome still tells of a new program, and idleness locks.
  private func watch(_ directory: String) -> DirectoryWatch? {
    do { return try DirectoryWatch(path: directory) } catch {
      logger.notice(
        "an upgrade there may not lock the vault", metadata: ["directory": "\(directory)", "error": "\(error)"])
      return nil
    }
  }

  /// Locks once for each time that the program goes from its place.
  private func look(_ wasReplaced: inout Bool) async {
    let isReplaced = program.isReplaced
    if isReplaced, !wasReplaced {
      logger.notice("this program's file was replaced; the next command starts the new one")
      await owner.lock(.replaced)
    }
    wasReplaced = isReplaced
  }
}
