internal import AgentAPI
internal import CredentialStore
internal import Localization
internal import Logging
internal import ServiceLifecycle
internal import TaskStore

/// Reads and proves the whole encrypted file and the key slots once, in the background of every start, so that damage is known before the
/// day a record is needed.
struct StartCheck: Service {
  let credentials: CredentialService
  let owner: OwnerService
  let logger: Logger

  func run() async throws {
    do throws(Failure) { try await check() } catch {
      logger.warning("the credential file could not be checked", metadata: ["reason": "\(LogReason(error))"])
    }
    try await gracefulShutdown()
  }

  private func check() async throws(Failure) {
    guard try credentials.kind() == .file, credentials.canOpenFile else { return }
    let report = try await CredentialStoreError.asFailure(await credentials.file.check())
    for path in report.repaired { logger.notice("a damaged copy was repaired", metadata: ["file": "\(path)"]) }
    if !report.isClean {
      credentials.notifyOwner("The credential file is damaged in places; see vault store check.")
    }
    try await compareGeneration(report.generation)
    // Settles what a change of the key slots left that was interrupted.
    _ = try await owner.header()
    try await owner.refreshAttempts()
  }

  /// The task database is a second witness of how far the credential file had come.
  private func compareGeneration(_ generation: UInt64) async throws(Failure) {
    let key = VaultStateKey.credentialGeneration
    let known: UInt64
    do throws(Failure) { known = try await credentials.state.recorded(UInt64.self, key) ?? 0 } catch {
      guard error.code == .badData else { throw error }
      credentials.notifyOwner(
        "The task database's note of the credential file's age was damaged; it has been recreated.")
      return try await credentials.state.record(generation, key)
    }
    if generation < known {
      credentials.notifyOwner(
        "The credential file is older than it was before; if you put a copy back on purpose, run vault store accept-rollback."
      )
    } else if generation > known {
      try await credentials.state.record(generation, key)
    }
  }
}

extension VaultStateKey {
  /// How far the credential file had come.
  static let credentialGeneration = VaultStateKey("credential-generation")
}
