public import AgentAPI
public import FoundationEssentials
public import SecretMemory
public import VaultClient
public import VaultModel

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
    /// An item of the inbox has come or changed, perhaps, or the login.
    public var inboxChanged: @MainActor () -> Void = {}
    /// The vault is locked: whatever protected text is on the screen must go now.
    public var locked: @MainActor () -> Void = {}

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
  /// Who is asked what the agent wants to know.
  public weak var asker: (any PromptAsking)?

  private let connector: AgentConnector
  private var connection: AgentConnection?
  /// For what may ask the owner: the agent works on one request at a time on each connection, and a person thinks for as long as they
  /// like. The window's unlock is this connection's, and ends with it.
  private var ownerConnection: AgentConnection?
  private var inboxWatch: Task<Void, Never>?

  /// How long to wait before it is made anew, at first and at most; each time twice as long.
  private static let pauses = (first: Duration.milliseconds(200), last: Duration.seconds(5))

  /// The same for what is watched on a connection of its own.
  private static let watchPauses = (first: Duration.seconds(1), last: Duration.seconds(60))

  /// Makes one, which connects in ``run()``.
  public init(_ connector: AgentConnector) { self.connector = connector }

  /// Connects, and connects again whenever that ends, until the task is cancelled.
  public func run() async {
    var pause = Self.pauses.first
    while !Task.isCancelled {
      do throws(Failure) {
        let connection = try await AgentConnection.open(connector)
        self.connection = connection
        state = .connected
        let began = ContinuousClock.now
        await follow(connection)
        // Another agent takes its place in a moment; only where none does there is anything to tell.
        state = .connecting
        if began.duration(to: .now) > Self.pauses.last { pause = Self.pauses.first }
      } catch { state = .lost(error) }
      connection = nil
      followers.locked()
      do { try await Task.sleep(for: pause) } catch { return }
      pause = min(pause * 2, Self.pauses.last)
    }
  }

  /// Sends a request and sees it through.
  ///
  /// - Throws: what the agent says, or that there is none at the moment.
  public func send<Request: AgentRequest>(_ request: Request) async throws(Failure) -> Request.Reply {
    guard let connection else {
      if case .lost(let failure) = state { throw failure }
      throw Failure(.unavailable, "The agent is being started.")
    }
    return try await connection.send(request)
  }

  /// Sends a request that may ask the owner, and sees it through.
  ///
  /// - Parameter received: called with each secret that comes.
  /// - Throws: what the agent says; as ``AgentAPI/Failure/Code/refused`` where nobody is asked.
  public func ask<Request: AgentRequest>(
    _ request: Request, _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void = { _, _ in }
  ) async throws(Failure) -> Request.Reply {
    guard let asker else { throw Failure(.refused, "Nobody is there to be asked.") }
    return try await owners().send(request, DialogResponder(asker: asker, received: received))
  }

  /// Locks the vault, on a connection of its own: on the others it would wait for what the agent works on.
  public func lock() async throws(Failure) {
    let connection = try await AgentConnection.open(connector)
    _ = try await connection.send(LockVault())
  }

  private func owners() async throws(Failure) -> AgentConnection {
    if let ownerConnection { return ownerConnection }
    let opened = try await AgentConnection.open(connector)
    // Somebody else may have been as quick.
    if let ownerConnection { return ownerConnection }
    ownerConnection = opened
    Task { [weak self] in
      await self?.passOnLocks(of: opened)
      guard let self, ownerConnection === opened else { return }
      ownerConnection = nil
      followers.locked()
    }
    return opened
  }

  private func passOnLocks(of connection: AgentConnection) async {
    for await event in connection.events {
      if case .locked = event { followers.locked() }
      if case .stopping = event { followers.locked() }
    }
  }

  /// Passes on what happens, until the connection ends.
  private func follow(_ connection: AgentConnection) async {
    let tasks = watch(pass: { $0.followers.tasksChanged() }, { connection.taskChanges() })
    followInbox()
    defer {
      tasks.cancel()
      inboxWatch?.cancel()
    }
    await passOnLocks(of: connection)
  }

  /// Says anew whether the person looks at the window, and follows the inbox from then on.
  private func followInbox() {
    inboxWatch?.cancel()
    guard let connection else { return }
    let view = ShowLive(view: .inbox, isFront: isFront, isOpen: false)
    inboxWatch = watch(pass: { $0.followers.inboxChanged() }, { connection.changes(of: view) })
  }
}

extension AgentLink {
  /// Passes on signals until it is cancelled. Each kind has a connection of its own; where only that ends, as at a logout, it is made anew,
  /// the more seldom the longer it is in vain.
  private func watch(
    pass: @escaping @MainActor (AgentLink) -> Void,
    _ signals: @escaping @MainActor () -> AsyncThrowingStream<Void, any Error>
  ) -> Task<Void, Never> {
    Task { [weak self] in
      var pause = Self.watchPauses.first
      while !Task.isCancelled {
        do {
          for try await _ in signals() {
            pause = Self.watchPauses.first
            if let self { pass(self) }
          }
        } catch {
          // Why is told by whoever asks for what is shown.
          if let self { pass(self) }
        }
        do { try await Task.sleep(for: pause) } catch { return }
        pause = min(pause * 2, Self.watchPauses.last)
      }
    }
  }
}

extension AgentLink: InboxService {
  public func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing {
    try await send(ListInbox(limit: limit, before: number))
  }

  public func open(_ item: InboxRow) async throws(Failure) -> InboxRow {
    try await send(ShowInboxItem(number: item.number, identity: item.identity))
  }

  public func logIn() async throws(Failure) {
    _ = try await ask(LogIn())
    // Whoever is logged in now has an inbox, which could not be followed before.
    followInbox()
  }

  public func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow {
    isAccepted
      ? try await ask(AcceptInboxItem(number: item.number, identity: item.identity))
      : try await ask(RejectInboxItem(number: item.number, identity: item.identity))
  }
}

extension AgentLink: TaskService {
  public func page(_ query: TaskQuery) async throws(Failure) -> TaskPage { try await send(ListTasks(query)) }

  public func task(_ id: UUID) async throws(Failure) -> TaskRow { try await send(ShowTask(task: id.text)) }

  public func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow { try await send(AddTask(draft)) }

  public func setDone(_ isDone: Bool, _ ids: [UUID]) async throws(Failure) -> TaskChangeReport {
    let names = ids.map(\.text)
    return isDone ? try await send(CompleteTasks(names)) : try await send(ReopenTasks(names))
  }

  public func setDone(
    _ isDone: Bool, steps numbers: [Int], of id: UUID
  ) async throws(Failure) -> TaskChangeReport {
    isDone
      ? try await send(CompleteSubtasks(task: id.text, numbers: numbers))
      : try await send(ReopenSubtasks(task: id.text, numbers: numbers))
  }

  public func delete(_ ids: [UUID]) async throws(Failure) -> TaskChangeReport {
    try await send(DeleteTasks(ids.map(\.text)))
  }

  public func undo(_ operation: Int64) async throws(Failure) -> TaskChangeReport {
    try await send(UndoOperation(operation: operation))
  }
}

extension AgentLink: TextRevealing {
  public func reveal(
    _ id: UUID, _ received: @escaping @MainActor (SharedSecret, SecretNotice) -> Void
  ) async throws(Failure) {
    _ = try await ask(RevealTexts(task: id.text), received)
  }
}
