internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerClient

/// Tells how the login goes.
protocol LoginWatching: Sendable {
  /// Every phase from now on, beginning with the present one.
  func phases() async -> AsyncStream<LoginState.Phase>
}

extension AuthClient: LoginWatching {}

/// Tells how the connection to the server goes.
protocol ConnectionWatching: Sendable {
  /// A signal whenever that changes.
  func changes() async -> AsyncStream<SyncState.Phase>
}

extension InboxSync: ConnectionWatching {}

/// Has one channel's messages come as they are written.
protocol ChannelOpening: Sendable {
  /// Has a channel open, in place of the one before.
  ///
  /// - Returns: what ``close(_:)`` needs.
  func open(_ channel: UUID) async -> OpenChannelTicket

  /// Closes a channel, unless another is open in its place.
  func close(_ ticket: OpenChannelTicket) async
}

extension InboxSync: ChannelOpening {}

/// The requests of clients that want to be told of what happens, for as long as they stay.
struct LiveController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let front: ForegroundViews
  let channels: any ChannelOpening
  let login: any LoginWatching
  let connection: any ConnectionWatching

  /// Holds the request open, and tells of changes, until the client leaves. What it shows is in front just as long.
  func show(_ request: ShowLive, _ conversation: any Conversation) async throws(Failure) {
    let owner = try await owners.begunOwner()
    let (logins, changes) = (await login.phases(), await store.changes(for: owner))
    let signals = Signals.merged(Signals.merged(logins, changes), await connection.changes())
    let id = UUID()
    front.enter(
      id, isFront: request.isFront, tellsMessages: request.view == .everything, channel: request.openChannel)
    var ticket: OpenChannelTicket?
    if let channel = request.openChannel { ticket = await channels.open(channel) }
    let outcome = await publish(signals, of: owner, conversation)
    front.leave(id)
    if let ticket { await channels.close(ticket) }
    try outcome.get()
  }

  private func publish(
    _ changes: AsyncStream<Void>, of owner: InboxOwner, _ conversation: any Conversation
  ) async -> Result<Void, Failure> {
    do throws(Failure) {
      // Whatever changed before the client could hear of it.
      try await conversation.notify(.changed)
      for await _ in changes {
        // After a logout there is nothing to see, and after the next login perhaps another's.
        guard try await owners.owner() == owner else { break }
        try await conversation.notify(.changed)
      }
      return .success(())
    } catch { return .failure(error) }
  }

  /// Holds the request open; events flow meanwhile, and the client ends it by leaving.
  func watch() async {
    do { while true { try await Task.sleep(for: .seconds(3600)) } } catch { return }
  }
}

extension ShowLive {
  /// The channel whose messages are shown as they are written; nil for none.
  fileprivate var openChannel: UUID? {
    guard isOpen, case .channel(let id) = view else { return nil }
    return id
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to live: LiveController) {
    on(ShowLive.self) { (request, conversation) throws(Failure) in
      try await live.show(request, conversation)
      return Acknowledgement()
    }
    on(WatchEvents.self) { (_) throws(Failure) in
      await live.watch()
      return Acknowledgement()
    }
  }
}
