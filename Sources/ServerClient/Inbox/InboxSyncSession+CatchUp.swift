internal import ServerAPI

extension InboxSyncSession {
  /// Fetches the items that are missing. While pages are stored the next ones are on their way.
  func fetchItems(limit: Int) async throws(StepFailure) {
    var order = InboxOrder(after: try await local { try await $0.position() })
    do {
      var pages = [try await items(after: order.position.sequence, limit)]
      while true {
        var portions: [InboxOrder.Portion] = []
        for page in pages { portions += try order.ingest(page) }
        let (end, highest) = (order.position.sequence, pages.last?.bounds.highest ?? 0)
        guard end < highest else { return try await store(portions) }
        guard !portions.isEmpty else { throw ServerClientError(.garbage, "item \(end + 1) is missing from its page") }
        async let next = twoPages(after: end, limit, upTo: highest)
        try await store(portions)
        pages = try await next
      }
    } catch { throw StepFailure(error) }
  }

  /// Two pages, fetched at once: numbers have no gaps, so it is known where the second begins. Only one where a second would hold
  /// nothing, or does not follow the first, as when retention has overtaken this position.
  private func twoPages(
    after sequence: Int64, _ limit: Int, upTo highest: Int64
  ) async throws -> [InboxPage] {
    let middle = sequence + Int64(limit)
    guard middle < highest else { return [try await items(after: sequence, limit)] }
    async let second = items(after: middle, limit)
    let first = try await items(after: sequence, limit)
    return first.items.last?.sequence == middle ? [first, try await second] : [first]
  }

  private func items(after sequence: Int64, _ limit: Int) async throws(StepFailure) -> InboxPage {
    try await call { (api, session) async throws(ServerClientError) in
      try await api.inbox(after: sequence, limit: limit, at: session.origin, token: session.token)
    }
  }

  /// Fetches the changes of states that are missing.
  func fetchChanges(limit: Int) async throws(StepFailure) {
    var order = InboxOrder(after: try await local { try await $0.position() })
    while true {
      let after = order.position.change
      let changes = try await call { (api, session) async throws(ServerClientError) in
        try await api.inboxChanges(after: after, limit: limit, at: session.origin, token: session.token)
      }
      let portions = order.ingest(changes)
      try await store(portions)
      if portions.isEmpty || changes.count < limit { return }
    }
  }
}
