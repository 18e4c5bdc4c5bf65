internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

extension VaultAgent {
  func answer(_ request: InboxRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .list(let limit, let before): .inbox(try await list(limit, before))
    case .show(let number): .inboxItem(try await decisions.show(number))
    case .accept(let number): .inboxItem(try await accept(number, conversation))
    case .picture(let number, let form): try await picture(ofItem: number, as: form, conversation)
    case .reject(let number): .inboxItem(try await decisions.reject(number))
    case .messages(let limit): .messages(try await messages(limit, conversation))
    case .message(let number): .message(try await message(number))
    case .profile(let user): .profile(try await profile(of: user, conversation))
    case .follow(let user): .done(message: try await follow(user))
    case .unfollow(let user): .done(message: try await unfollow(user))
    case .devices: .devices(try await devices())
    case .push(let draft): .pushed(try await push(draft, conversation))
    }
  }

  /// How many items nobody has looked at; nil while there is no inbox to look at.
  func unreadCount() async -> Int? {
    do { return try await inbox.store.counts(for: inbox.owner()).unread } catch { return nil }
  }

  private func list(_ limit: Int, _ before: Int64?) async throws(Failure) -> InboxListing {
    let owner = try await inbox.owner()
    let now = Date()
    do throws(InboxStoreError) {
      let entries = try await inbox.store.entries(before: before, limit: limit + 1, for: owner)
      let rows = entries.prefix(limit).map { InboxRow($0, of: owner, at: now) }
      return InboxListing(
        items: rows, unreadCount: try await inbox.store.counts(for: owner).unread, hasMore: entries.count > limit)
    } catch { throw Failure(error) }
  }

  private func accept(_ number: Int64, _ conversation: any Conversation) async throws(Failure) -> InboxRow {
    try await decisions.accept(number) { () async throws(Failure) in
      _ = try await keeper.verifyAfresh(conversation)
    }
  }
}

// MARK: Sending

extension VaultAgent {
  private func devices() async throws(Failure) -> [DeviceRow] {
    let own: String
    do { own = try await inbox.device.token() } catch {
      throw Failure(.inputOutput, "The vault's own records can't be read.", hint: "vault doctor tells more.")
    }
    let devices = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.devices(at: origin, token: token)
    }
    return devices.map {
      DeviceRow(
        token: $0.token, name: $0.name, platform: $0.platform, lastSeenAt: $0.lastSeenAt, isThisOne: $0.token == own)
    }
  }

  private func push(_ draft: PushDraft, _ conversation: any Conversation) async throws(Failure) -> PushReport {
    let recipient = try draft.recipient.map { (text) throws(Failure) in try Self.recipient(text) }
    let payload =
      draft.hasPicture == true
      ? try await payload(draft.payload, withPictureFrom: conversation) : draft.payload
    // One push, however often a lost answer has it sent.
    let key = UUID().uuidString
    let push = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.push(payload, to: recipient, idempotencyKey: key, at: origin, token: token)
    }
    var report = PushReport(id: push.id, inboxCount: push.inboxCount, decision: .open)
    guard let seconds = draft.waitSeconds else { return report }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while report.decision == .open, ContinuousClock.now < deadline {
      do { try await Task.sleep(for: .milliseconds(500)) } catch { throw Failure(.tryLater, "It was not waited for.") }
      report.decision = try await decision(about: push.id)
    }
    return report
  }

  private func decision(about push: UUID) async throws(Failure) -> PushReport.Decision {
    let status = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.status(ofPush: push, at: origin, token: token)
    }
    let states = Set(status.deliveries.map(\.state))
    if states.contains(.accepted) { return .accepted }
    if states.contains(.rejected) { return .rejected }
    return !states.isEmpty && states.isSubset(of: [.expired]) ? .expired : .open
  }

  private static func recipient(_ text: String) throws(Failure) -> Recipient {
    if text == "everyone" { return .everyone }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count == 2 ? parts[1] : nil) {
    case ("alias", let id?): if let id = UUID(uuidString: id) { return .alias(id) }
    case ("channel", let id?): if let id = UUID(uuidString: id) { return .channel(id) }
    case ("device", let token?): if DeviceToken.isValid(token) { return .device(token) }
    default: break
    }
    throw Failure(
      .usage, "\u{201C}\(text.prefix(80))\u{201D} is no recipient.",
      hint: "Give alias:ID, device:TOKEN, channel:ID or everyone.")
  }
}
