internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient

/// Has the server enrol the user in channels.
protocol Enrolling: Sendable {
  /// Joins a channel.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none.
  func enrol(in channel: UUID) async throws(ServerClientError) -> CatalogueChannel

  /// Leaves a channel.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none.
  func leave(channel: UUID) async throws(ServerClientError)
}

extension AuthClient: Enrolling {
  func enrol(in channel: UUID) async throws(ServerClientError) -> CatalogueChannel {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.enrol(in: channel, at: origin, token: token)
    }
  }

  func leave(channel: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.leave(channel: channel, at: origin, token: token)
    }
  }
}

/// Fetches what is missing of channels.
protocol ChannelSyncing: Sendable {
  /// Fetches what is missing of a channel.
  ///
  /// - Returns: whether everything that the server had is here; false without a connection.
  func fetchMessages(of channel: UUID) async -> Bool

  /// The user has joined or left a channel: all are compared, now or once there is a connection.
  func compareChannels() async

  /// Since when, and why, there is no connection though there should be one; nil while all is well.
  var outage: ServerOutage? { get async }
}

extension InboxSync: ChannelSyncing {}

/// The requests about channels: to list them, to join and leave them, to read them.
struct ChannelController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let catalogue: ChannelCatalogue
  let server: any Enrolling
  let sync: any ChannelSyncing

  /// All channels, as far as the server can be reached as it has them now.
  func list() async throws(Failure) -> ChannelListing {
    let owner = try await owners.begunOwner()
    let isCurrent = try await catalogue.refresh(for: owner)
    let present = try await catalogue.present(for: owner)
    return ChannelListing(
      channels: present.channels.map { ChannelRow($0) }, isCurrent: isCurrent, fetchedAt: present.fetchedAt)
  }

  /// Enrols the user.
  func join(_ name: String) async throws(Failure) -> ChannelRow {
    let owner = try await owners.begunOwner()
    let entry = try await catalogueEntry(name, owner)
    let joined: CatalogueChannel
    do { joined = try await server.enrol(in: entry.id) } catch { throw Failure(ofChannel: error) }
    try await InboxStoreError.asFailure(await store.enrol(in: joined, for: owner))
    // What was written there before is fetched now where that can be, and otherwise when there is a connection.
    if await !sync.fetchMessages(of: entry.id) { await sync.compareChannels() }
    return try await row(entry.id, owner)
  }

  /// Ends the enrolment.
  func leave(_ name: String) async throws(Failure) -> ChannelRow {
    let owner = try await owners.begunOwner()
    let entry = try await catalogueEntry(name, owner)
    do { try await server.leave(channel: entry.id) } catch { throw Failure(ofChannel: error) }
    try await InboxStoreError.asFailure(await store.leave(entry.id, for: owner))
    return try await row(entry.id, owner)
  }

  /// The newest messages of a channel, or those before one.
  ///
  /// - Parameters:
  ///   - asksServer: whether what is missing here is fetched first, where that can be.
  ///   - isSeen: whether they are not unread afterwards.
  func history(
    of name: String, limit: Int, before: Int64?, asksServer: Bool, isSeen: Bool
  ) async throws(Failure) -> ChannelHistory {
    let owner = try await owners.begunOwner()
    let entry = try await catalogue.channel(name, for: owner)
    let isCurrent = asksServer && entry.isEnrolled ? await sync.fetchMessages(of: entry.id) : false
    let page = try await page(of: entry, limit: limit, before: before, owner)
    if isSeen { try await markRead(entry, page.lines, owner) }
    return ChannelHistory(
      channel: try await row(entry.id, owner), messages: page.lines.map { ChannelMessageRow($0) },
      hasMore: page.hasMore, isCurrent: isCurrent, isConnected: await sync.outage == nil)
  }

  /// A channel that one can join and leave.
  private func catalogueEntry(_ name: String, _ owner: InboxOwner) async throws(Failure) -> ChannelEntry {
    let entry = try await catalogue.channel(name, for: owner)
    guard !entry.isConversation else {
      throw Failure(
        .usage, "\(entry.shownTitle) is a person, and no channel.",
        hint: "Write with vault message send; vault people block keeps out what they write.")
    }
    return entry
  }

  /// The channel as it is now.
  private func row(_ id: UUID, _ owner: InboxOwner) async throws(Failure) -> ChannelRow {
    ChannelRow(try await catalogue.channel(id.uuidString, for: owner))
  }

  private func markRead(_ entry: ChannelEntry, _ lines: [StoredChannelMessage], _ owner: InboxOwner)
    async throws(Failure)
  {
    guard let newest = lines.last(where: { $0.sequence != nil })?.sequence else { return }
    try await InboxStoreError.asFailure(await store.markRead(entry.id, through: newest, for: owner))
  }

  /// The most bytes of messages in one answer; as JSON they can be six times as many, and have to fit a frame.
  private static let pageByteCount = 512 << 10

  private func page(
    of entry: ChannelEntry, limit: Int, before: Int64?, _ owner: InboxOwner
  ) async throws(Failure) -> (lines: [StoredChannelMessage], hasMore: Bool) {
    let limit = min(max(limit, 1), InboxStore.maximumPageCount - 1)
    let lines = try await InboxStoreError.asFailure(
      await store.lines(of: entry.id, before: before, limit: limit + 1, for: owner))
    // What came before the user left is still here.
    guard entry.isEnrolled || !lines.isEmpty else { throw .notJoined(entry) }
    var rest = Self.pageByteCount
    let newest = lines.reversed().prefix(limit).prefix { line in
      rest -= line.text.utf8.count
      return rest >= 0
    }
    return (newest.reversed(), newest.count < lines.count)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to channels: ChannelController) {
    on(ListChannels.self) { (_) throws(Failure) in try await channels.list() }
    on(JoinChannel.self) { (request) throws(Failure) in try await channels.join(request.channel) }
    on(LeaveChannel.self) { (request) throws(Failure) in try await channels.leave(request.channel) }
    on(ShowChannel.self) { (request) throws(Failure) in
      try await channels.history(
        of: request.channel, limit: request.limit, before: request.before, asksServer: request.asksServer,
        isSeen: request.isSeen)
    }
  }
}
