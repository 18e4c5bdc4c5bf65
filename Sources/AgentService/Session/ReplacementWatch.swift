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
    let watch: DirectoryWatch
    do { watch = try DirectoryWatch(path: program.directories[0], others: program.directories.dropFirst()) } catch {
      // The welcome still tells of it, and idleness locks.
      logger.warning("an upgrade will not lock the vault", metadata: ["error": "\(error)"])
      return try await gracefulShutdown()
    }
    try await withGracefulShutdownHandler {
      var wasReplaced = false
      await look(&wasReplaced)
      for await _ in watch.events { await look(&wasReplaced) }
      // Its directory may be gone, and the watch with it; what ends here would end the agent.
      try await gracefulShutdown()
    } onGracefulShutdown: {
      watch.cancel()
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
