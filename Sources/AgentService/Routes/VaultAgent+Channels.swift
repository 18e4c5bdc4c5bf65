internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import SecretMemory
internal import ServerAPI
internal import ServerClient

extension VaultAgent {
  func answer(_ request: ChannelRequest) async throws(Failure) -> Reply {
    let owner = try await inbox.begunOwner()
    switch request {
    case .list: return .channels(try await list(owner))
    case .join(let name): return .channel(try await join(name, owner))
    case .leave(let name): return .channel(try await leave(name, owner))
    case .history(let name, let limit, let before, let asksServer, let isSeen):
      let entry = try await channel(name, owner)
      let isCurrent = asksServer && entry.isEnrolled ? await inbox.sync.fetchMessages(of: entry.id) : false
      let page = try await page(of: entry, limit: limit, before: before, owner)
      if isSeen { try await markRead(entry, page.lines, owner) }
      return .channelHistory(
        ChannelHistory(
          channel: ChannelRow(try await channel(entry.id.uuidString, owner)),
          messages: page.lines.map { ChannelMessageRow($0) }, hasMore: page.hasMore, isCurrent: isCurrent))
    case .send(let name, let text, let waits):
      return .channelMessage(ChannelMessageRow(try await send(text, to: name, waits: waits, owner)))
    }
  }

  private func list(_ owner: InboxOwner) async throws(Failure) -> ChannelListing {
    let isCurrent = try await refreshCatalogue(owner)
    let catalogue = try await catalogue(owner)
    return ChannelListing(
      channels: catalogue.channels.map { ChannelRow($0) }, isCurrent: isCurrent, fetchedAt: catalogue.fetchedAt)
  }

  private func join(_ name: String, _ owner: InboxOwner) async throws(Failure) -> ChannelRow {
    let entry = try await channel(name, owner)
    let joined = try await account.withChannel { (api, origin, token) async throws(ServerClientError) in
      try await api.enrol(in: entry.id, at: origin, token: token)
    }
    do { try await inbox.store.enrol(in: joined, for: owner) } catch { throw Failure(error) }
    // What was written there before is fetched now where that can be, and otherwise when there is a connection.
    if await !inbox.sync.fetchMessages(of: entry.id) { await inbox.sync.compareChannels() }
    return ChannelRow(try await channel(entry.id.uuidString, owner))
  }

  private func leave(_ name: String, _ owner: InboxOwner) async throws(Failure) -> ChannelRow {
    let entry = try await channel(name, owner)
    try await account.withChannel { (api, origin, token) async throws(ServerClientError) in
      try await api.leave(channel: entry.id, at: origin, token: token)
    }
    do { try await inbox.store.leave(entry.id, for: owner) } catch { throw Failure(error) }
    return ChannelRow(try await channel(entry.id.uuidString, owner))
  }

  private func markRead(_ entry: ChannelEntry, _ lines: [StoredChannelMessage], _ owner: InboxOwner)
    async throws(Failure)
  {
    guard let newest = lines.last(where: { $0.sequence != nil })?.sequence else { return }
    do { try await inbox.store.markRead(entry.id, through: newest, for: owner) } catch { throw Failure(error) }
  }

  /// The most bytes of messages in one answer; as JSON they can be six times as many, and have to fit a frame.
  private static let pageByteCount = 512 << 10

  private func page(
    of entry: ChannelEntry, limit: Int, before: Int64?, _ owner: InboxOwner
  ) async throws(Failure) -> (lines: [StoredChannelMessage], hasMore: Bool) {
    let limit = min(max(limit, 1), InboxStore.maximumPageCount - 1)
    let lines: [StoredChannelMessage]
    do {
      lines = try await inbox.store.lines(of: entry.id, before: before, limit: limit + 1, for: owner)
    } catch { throw Failure(error) }
    // What came before the user left is still here.
    guard entry.isEnrolled || !lines.isEmpty else { throw Self.notJoined(entry) }
    var rest = Self.pageByteCount
    let newest = lines.reversed().prefix(limit).prefix { line in
      rest -= line.text.utf8.count
      return rest >= 0
    }
    return (newest.reversed(), newest.count < lines.count)
  }

  static func notJoined(_ entry: ChannelEntry) -> Failure {
    Failure(
      .usage, "You have not joined \(entry.title).",
      hint: "Join it with vault channels join \(entry.id.uuidString.lowercased()).")
  }
}

// MARK: The catalogue

extension VaultAgent {
  private func catalogue(_ owner: InboxOwner) async throws(Failure) -> CachedCatalogue {
    do { return try await inbox.store.catalogue(for: owner) } catch { throw Failure(error) }
  }

  private func refreshCatalogue(_ owner: InboxOwner) async throws(Failure) -> Bool {
    try await CatalogueFetcher(inbox: inbox, account: account).refresh(for: owner)
  }

  /// The channel that is called so, in the catalogue that is kept; where none is, or several are, in the server's.
  func channel(_ text: String, _ owner: InboxOwner) async throws(Failure) -> ChannelEntry {
    let name = ChannelName(text: text)
    var found = name.channels(among: try await catalogue(owner).channels)
    if found.count == 1 { return found[0] }
    // One of them may be gone, or there is a new one.
    let isCurrent = try await refreshCatalogue(owner)
    if isCurrent { found = name.channels(among: try await catalogue(owner).channels) }
    guard found.count < 2 else { throw ChannelName.ambiguity(of: found) }
    if let channel = found.first { return channel }
    let reason = isCurrent ? "" : " in what is known of them, and the server can't be reached"
    throw Failure(
      .usage, "There is no channel \u{201C}\(text.prefix(80))\u{201D}\(reason).", hint: "See vault channels.")
  }
}

// MARK: Writing

extension VaultAgent {
  /// How long it is waited for the server's answer to a message.
  private static let answerPatience = Duration.seconds(5)

  private func send(
    _ text: String, to name: String, waits: Bool, _ owner: InboxOwner
  ) async throws(Failure) -> StoredChannelMessage {
    guard (1...ServerLimits.messageByteCount).contains(text.utf8.count) else {
      throw Failure(.usage, "A message has 1 to \(ServerLimits.messageByteCount) bytes.", hint: "Send it in parts.")
    }
    let entry = try await channel(name, owner)
    guard entry.isEnrolled else { throw Self.notJoined(entry) }
    let id = UUID()
    let changes = await inbox.store.changes(for: owner)
    do { try await inbox.store.write(text, id: id, to: entry.id, at: Date(), for: owner) } catch {
      throw Failure(error)
    }
    await inbox.sync.sendMessages()
    if waits, await mayBeAnswered { await wait(for: id, entry.id, owner, changes) }
    let line: StoredChannelMessage
    do { line = try await inbox.store.line(id, of: entry.id, for: owner) } catch { throw Failure(error) }
    guard line.state != .failed else {
      throw Failure(
        .refused, "\(entry.title): \(line.problem ?? "The message was not taken.")", hint: "See vault channels.")
    }
    return line
  }

  /// Whether the server can be reached, as far as is known.
  private var mayBeAnswered: Bool {
    get async {
      guard case .loggedIn = await account.client.phase else { return false }
      if case .waiting = await inbox.sync.phase { return false }
      return true
    }
  }

  /// Waits until the server has answered, a few seconds at most.
  private func wait(for id: UUID, _ channel: UUID, _ owner: InboxOwner, _ changes: AsyncStream<Void>) async {
    let store = inbox.store
    await BoundedWait.wait(for: changes, atMost: Self.answerPatience) { _ in
      // What can't be read is told by who reads it next.
      (try? await store.line(id, of: channel, for: owner).state) != .sending
    }
  }
}

extension AccountService {
  /// Runs `body`, which is about one channel, with a session.
  func withChannel<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, ServerOrigin, SharedSecret) async throws(ServerClientError) -> Value
  ) async throws(Failure) -> Value {
    do { return try await client.withSession(body) } catch  where error.code == .notFound {
      throw Failure(.usage, "The channel is gone.", hint: "See vault channels.")
    } catch { throw Failure(error) }
  }
}

extension InboxService {
  /// As ``owner()``, and introduced to the store: who has just logged in may ask before the first connection.
  func begunOwner() async throws(Failure) -> InboxOwner {
    let owner = try await owner()
    do { try await store.begin(owner, at: Date()) } catch { throw Failure(error) }
    return owner
  }
}
