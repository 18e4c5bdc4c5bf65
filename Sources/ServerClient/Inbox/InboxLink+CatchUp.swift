internal import ServerAPI

extension InboxLink {
  /// Fetches the items that are missing. While one page is kept the next one is on its way.
  func fetchItems(limit: Int) async throws(StepFailure) {
    var order = InboxOrder(after: try await local { try await $0.cursor() })
    do {
      var page = try await items(after: order.cursor.sequence, limit)
      while true {
        let portions = try order.take(page)
        let (end, highest) = (order.cursor.sequence, page.bounds.highest)
        guard end < highest else { return try await keep(portions) }
        guard !portions.isEmpty else { throw ServerClientError(.garbage, "item \(end + 1) is missing from its page") }
        async let next = items(after: end, limit)
        try await keep(portions)
        page = try await next
      }
    } catch { throw StepFailure(error) }
  }

  private func items(after sequence: Int64, _ limit: Int) async throws(StepFailure) -> InboxPage {
    try await call { (api, session) async throws(ServerClientError) in
      try await api.inbox(after: sequence, limit: limit, at: session.origin, token: session.token)
    }
  }

  /// Fetches the changes of states that are missing.
  func fetchChanges(limit: Int) async throws(StepFailure) {
    var order = InboxOrder(after: try await local { try await $0.cursor() })
    while true {
      let after = order.cursor.change
      let changes = try await call { (api, session) async throws(ServerClientError) in
        try await api.inboxChanges(after: after, limit: limit, at: session.origin, token: session.token)
      }
      let portions = order.take(changes)
      try await keep(portions)
      if portions.isEmpty || changes.count < limit { return }
    }
  }
}
