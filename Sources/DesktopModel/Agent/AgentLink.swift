public import AgentAPI
public import FoundationEssentials
internal import Localization
internal import SecretMemory
public import VaultClient

/// The window's connection to the agent, which is made anew whenever it ends.
@MainActor
public final class AgentLink {
  /// How it stands.
  public enum State: Equatable, Sendable {
    /// Not connected yet.
    case connecting
    /// Requests are answered.
    case connected
    /// It has ended, or could not be made; it is tried again.
    case lost(Failure)
  }

  /// What follows the connection.
  public struct Followers {
    /// How it stands has changed.
    public var state: @MainActor (State) -> Void = { _ in }
    /// A task has changed, perhaps, or all of them while nobody was connected.
    public var tasksChanged: @MainActor () -> Void = {}
    /// An item of the inbox has come or changed, perhaps, or a message of a conversation or a channel, or the login.
    public var inboxChanged: @MainActor () -> Void = {}
    /// A picture was fetched: what carried it is free again.
    public var pictureCame: @MainActor () -> Void = {}
    /// The vault is locked: whatever protected text is on the screen must go now.
    public var locked: @MainActor () -> Void = {}
    /// Whether the owner would be asked again before something is revealed has changed.
    public var unlocked: @MainActor (Bool) -> Void = { _ in }

    /// Nothing follows it.
    public init() {}
  }

  /// How it stands.
  public private(set) var state = State.connecting {
    didSet { if state != oldValue { followers.state(state) } }
  }
  /// What is told of it.
  public var followers = Followers()

  /// Whether the person looks at the window for sure: then the desktop shows no notification of what comes, and the window does.
  public var isFront = false {
    didSet { if isFront != oldValue { followInbox() } }
  }
  /// Whether the vault is open for this window.
  public private(set) var isUnlocked = false {
    didSet { if isUnlocked != oldValue { followers.unlocked(isUnlocked) } }
  }
  /// How often it was locked since the window was opened.
  private(set) var lockCount = 0
  /// Whose names say by themselves who is meant.
  public internal(set) var names = NameBook() {
    didSet { if names != oldValue { followers.inboxChanged() } }
  }
  /// Whom the user follows, as far as that is known.
  public internal(set) var contacts: [PersonRow] = [] {
    didSet {
      guard contacts != oldValue else { return }
      followers.inboxChanged()
      tellPeopleChange()
    }
  }
  /// Whom the user has blocked, as far as that is known.
  public internal(set) var blocked: Set<UUID> = [] {
    didSet {
      guard blocked != oldValue else { return }
      followers.inboxChanged()
      tellPeopleChange()
    }
  }
  /// What is told of other contacts, followers or blocks, each for as long as it wants to be.
  private var listeners: [@MainActor () -> Bool] = []
  var learning: Task<Void, Never>?
  /// Whose contacts they are.
  var contactsOwner: String?
  /// The newest item that told of a follower.
  var newestFollower: Int64?
  /// When they were asked for last, and whether they were had; nil for neither.
  var learned: (at: ContinuousClock.Instant, isDone: Bool)?
  /// Who is asked what the agent wants to know.
  public weak var asker: (any PromptAsking)?

  let connector: AgentConnector
  let environment: [String: String]
  private var connection: AgentConnection?
  /// For what may ask the owner: a person thinks for as long as they like. The window's unlock is this connection's, and ends with it.
  private lazy var ownerConnection = SideConnection(connector) { [weak self] in self?.locked() }
  /// For pictures, which may have to be fetched first, and for long documents.
  private(set) lazy var slowConnection = SideConnection(connector)
  private var inboxWatch: Task<Void, Never>?
  /// For what may wait for the server, and asks nobody.
  private(set) lazy var serverConnection = SideConnection(connector)
  /// For what the person has just asked of the server: they may be asked in turn, and think for as long as they like.
  private(set) lazy var askedConnection = SideConnection(connector)
  private var channelWatch: Task<Void, Never>?
  /// The channel, or the conversation, that the person looks at: its messages come as they are written.
  private var openChannel: UUID? {
    didSet { if openChannel != oldValue { followChannel() } }
  }

  /// How long to wait before it is made anew, at first and at most; each time twice as long.
  private static let pauses = (first: Duration.milliseconds(200), last: Duration.seconds(5))

  /// Makes one, which connects in ``run()``.
  ///
  /// - Parameter environment: of this process, which names the desktop.
  public init(_ connector: AgentConnector, environment: [String: String]) {
    (self.connector, self.environment) = (connector, environment)
  }

  /// Connects, and connects again whenever that ends, until the task is cancelled.
  public func run() async {
    var pause = Self.pauses.first
    while !Task.isCancelled {
      do throws(Failure) {
        let connection = try await AgentConnection.open(connector)
        self.connection = connection
        state = .connected
        learnNames()
        let began = ContinuousClock.now
        await follow(connection)
        // Another agent takes its place in a moment; only where none does there is anything to tell.
        state = .connecting
        if began.duration(to: .now) > Self.pauses.last { pause = Self.pauses.first }
      } catch { state = .lost(error.inWindow) }
      connection = nil
      locked()
      do { try await Task.sleep(for: pause) } catch { return }
      pause = min(pause * 2, Self.pauses.last)
    }
  }

  /// Tells a part of the window, which comes and goes, that somebody follows the user, is followed by them, or is blocked, who was not before. Not of each
  /// change of the inbox: to ask for the profile is one.
  ///
  /// - Parameter body: says whether it wants to be told of the next change, too.
  public func onPeopleChange(_ body: @escaping @MainActor () -> Bool) { listeners.append(body) }

  func tellPeopleChange() { listeners = listeners.filter { $0() } }

  /// Sends a request and sees it through.
  ///
  /// - Throws: what the agent says, or that there is none at the moment.
  public func send<Request: AgentRequest>(_ request: Request) async throws(Failure) -> Request.Reply {
    guard let connection else {
      if case .lost(let failure) = state { throw failure }
      throw Failure(.unavailable, verbatim: localized("The agent is being started."))
    }
    return try await connection.ask(request)
  }

  /// Has a channel's messages come as they are written, in place of those of the one before.
  func open(channel id: UUID) { openChannel = id }

  /// Has them come when they come, unless another channel is open meanwhile.
  func close(channel id: UUID) { if openChannel == id { openChannel = nil } }

  /// Sends a request that may ask the owner, whom something else than dialogs asks.
  func ask<Request: AgentRequest>(
    _ request: Request, by responder: any AgentResponder
  ) async throws(Failure) -> Request.Reply {
    let connection = try await ownerConnection.open()
    let reply = try await connection.ask(request, responder)
    Task { [weak self] in await self?.lookWhetherUnlocked(connection) }
    return reply
  }

  private func lookWhetherUnlocked(_ connection: AgentConnection) async {
    let locks = lockCount
    do throws(Failure) {
      let status = try await connection.send(ShowStatus())
      // What a lock has overtaken is not so any more.
      if locks == lockCount { isUnlocked = status.isUnlocked }
    } catch {
      // This connection has ended, and its unlock with it.
      isUnlocked = false
    }
  }

  private func locked() {
    lockCount += 1
    isUnlocked = false
    followers.locked()
  }

  /// Locks the vault, on a connection of its own: on the others it would wait for what the agent works on.
  public func lock() async throws(Failure) {
    let connection = try await AgentConnection.open(connector)
    _ = try await connection.send(LockVault())
  }

  /// Passes on what happens, until the connection ends.
  private func follow(_ connection: AgentConnection) async {
    let tasks = watch(pass: { $0.followers.tasksChanged() }, { connection.taskChanges() })
    followInbox()
    followChannel()
    defer {
      tasks.cancel()
      inboxWatch?.cancel()
      channelWatch?.cancel()
    }
    for await event in connection.events where event.hidesTexts { locked() }
  }

  /// Says anew whether the person looks at the window, and follows the inbox from then on.
  func followInbox() {
    inboxWatch?.cancel()
    guard let connection else { return }
    let view = ShowLive(view: .everything, isFront: isFront, isOpen: false)
    inboxWatch = watch(pass: { $0.followers.inboxChanged() }, { connection.changes(of: view) })
  }

  private func followChannel() {
    channelWatch?.cancel()
    guard let connection, let openChannel else { return }
    let view = ShowLive(view: .channel(id: openChannel), isFront: true, isOpen: true)
    // What comes is told by the inbox's watch: it is of everything that comes.
    channelWatch = watch(pass: { _ in }, { connection.changes(of: view) })
  }
}
