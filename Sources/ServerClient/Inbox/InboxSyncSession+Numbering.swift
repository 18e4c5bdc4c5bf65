internal import ServerAPI

extension InboxSyncSession {
  /// Asks the server where it stands, and whether its numbers stand for the items that are here.
  func identify() async throws(StepFailure) -> SyncState.Outcome {
    let sequences = try await sequences()
    let position = try await local { try await $0.position() }
    let isOther = try await hasOtherItem(than: sequences, at: position)
    return isOther ? .isOtherNumbering(sequences) : .compared(position, sequences)
  }

  /// Where it is not known which numbering the numbers here are of, because the server was, or is, an earlier one, the newest item tells:
  /// numbers up to one that stands for the same push stand for the same.
  private func hasOtherItem(
    than sequences: Sequences, at position: SequencePosition
  ) async throws(StepFailure) -> Bool {
    let bounds = sequences.inbox
    guard position.epoch == nil, position.sequence > 0, bounds.first <= position.sequence,
      position.sequence <= bounds.highest, let push = try await local({ try await $0.newestPush() })
    else { return false }
    let page = try await call { (api, session) async throws(ServerClientError) in
      try await api.inbox(after: position.sequence - 1, limit: 1, at: session.origin, token: session.token)
    }
    guard let item = page.items.first, item.sequence == position.sequence else { return false }
    return item.push != push
  }
}
