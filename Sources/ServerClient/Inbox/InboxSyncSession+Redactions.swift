internal import FoundationEssentials
internal import ServerAPI

extension InboxSyncSession {
  /// Has the server redact what is redacted here. What it rejects now is left for another time: nothing else waits for that.
  func sendRedactions(unsyncedOnly: Bool) async throws(StepFailure) {
    var rest = try await local { try await $0.redactions(unsyncedOnly: unsyncedOnly) }[...]
    while !rest.isEmpty {
      let pushes = Array(rest.prefix(ServerLimits.redactionCount))
      rest = rest.dropFirst(pushes.count)
      guard let outcomes = try await redact(pushes) else { return }
      try await local { try await $0.redacted(outcomes) }
    }
  }

  /// Nil where the server did not do it: it is busy, or of an earlier version.
  private func redact(_ pushes: [UUID]) async throws(StepFailure) -> [Redaction]? {
    do throws(StepFailure) {
      let outcomes = try await call { (api, session) async throws(ServerClientError) in
        try await api.redact(pushes, device: device, at: session.origin, token: session.token)
      }
      // What it says of others was not asked.
      return outcomes.filter { pushes.contains($0.push) }
    } catch {
      guard case .failed(let problem) = error, problem.code != .needsCredentials else { throw error }
      return nil
    }
  }
}
