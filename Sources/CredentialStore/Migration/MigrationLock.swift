/// Writers share a turn, a migration has it alone; held across awaits, given back at the latest when it is released.
final class MigrationLock: Sendable {
  private let lock: FileLock

  /// Waits without blocking a thread.
  ///
  /// - Throws: `timedOut` when a migration, or for a migration a writer, holds on for longer than `limit`.
  init(_ path: String, exclusive: Bool, limit: Duration) async throws(CredentialStoreError) {
    let end = ContinuousClock.now + limit
    while true {
      do {
        lock = try FileLock(path + ".turn", exclusive: exclusive, limit: .zero)
        return
      } catch {
        guard error.code == .timedOut, ContinuousClock.now < end else { throw error }
      }
      do { try await Task.sleep(for: .milliseconds(5)) } catch {
        throw CredentialStoreError(.cancelled, "while waiting for a migration")
      }
    }
  }

  /// Keeps the turn alive up to here.
  func end() {}
}
