internal import DesktopSession
internal import FoundationEssentials
internal import Logging
internal import NotificationBoard
internal import Reminders
internal import ServerClient
internal import ServiceLifecycle
internal import Synchronization

/// Knows what keeps this machine from its server.
protocol ServerTroubleReading: Sendable {
  /// What there is to tell; nil for nothing.
  var trouble: ServerTrouble? { get }
}

/// Watches login and connection, and has one notification on the desktop as long as there is a trouble.
final class ServerTroubleWatch: Service, ServerTroubleReading {
  /// The name of the only notification on its panel.
  private static let name = "server"

  /// Opens a terminal that runs a command of the vault.
  typealias Opening = @Sendable (_ command: String, _ activationToken: String?) async throws -> Void

  private let login: any LoginStatusReading
  private let connection: any ConnectionStatusReading
  private let panel: NotificationScope
  private let clock: any WallClock
  private let quiet: QuietTime?
  private let open: Opening
  private let logger: Logger
  private let state = Mutex(State())
  private let (wakeups, wakeup) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  private struct State {
    var trouble: ServerTrouble?
    /// What is on the desktop.
    var shown: ServerTrouble?
    var unreachableSince: Date?
  }

  init(
    login: any LoginStatusReading, connection: any ConnectionStatusReading, panel: NotificationScope,
    clock: any WallClock, quiet: QuietTime?, logger: Logger, open: @escaping Opening
  ) {
    (self.login, self.connection, self.panel) = (login, connection, panel)
    (self.clock, self.quiet, self.logger, self.open) = (clock, quiet, logger, open)
  }

  var trouble: ServerTrouble? { state.withLock { $0.trouble } }

  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      // What an earlier run left says nothing of how it stands now.
      await tried("cleared") { _ = try await panel.clear() }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in await self.login.changes() { self.wakeup.yield() } }
        group.addTask { for await _ in await self.connection.changes() { self.wakeup.yield() } }
        group.addTask { for await event in self.panel.events { await self.handle(event) } }
        group.addTask { await self.look() }
      }
    }
  }

  /// Looks whenever something has changed, and when a connection has been away for long enough.
  private func look() async {
    var timer: Task<Void, Never>?
    for await _ in wakeups {
      timer?.cancel()
      let next = await update()
      guard let next else { continue }
      timer = Task {
        // A clock that can't be waited for leaves it to the next change.
        do { try await clock.sleep(until: next) } catch { return }
        if !Task.isCancelled { wakeup.yield() }
      }
    }
    timer?.cancel()
  }

  /// Finds out how it stands, and shows or takes down the notification.
  ///
  /// - Returns: when to look again though nothing has changed; nil for never.
  func update() async -> Date? {
    let now = clock.now
    var situation = ServerTrouble.Situation(
      login: await login.phase, server: await login.origin?.description, email: await login.storedEmail,
      outage: await connection.outage)
    let (shown, present) = state.withLock { state in
      switch situation.login {
      case .unreachable: state.unreachableSince = state.unreachableSince ?? now
      case .loggingIn: break
      case .idle, .loggedIn, .needsCredentials: state.unreachableSince = nil
      }
      situation.unreachableSince = state.unreachableSince
      state.trouble = ServerTrouble(situation, at: now)
      return (state.shown, state.trouble)
    }
    let awayAt = situation.awayAt.flatMap { $0 > now ? $0 : nil }
    guard shown != present else { return awayAt }
    // In quiet hours nothing is shown; what is over is taken down.
    if let quiet, present != nil, quiet.contains(now) { return quiet.release(of: now) }
    await show(present)
    return awayAt
  }

  private func show(_ trouble: ServerTrouble?) async {
    state.withLock { $0.shown = trouble }
    await tried("shown") {
      if let trouble {
        try await panel.show(DesktopNotification(trouble), as: Self.name)
      } else {
        try await panel.withdraw(Self.name)
      }
    }
  }

  private func handle(_ event: NotificationScope.Event) async {
    switch event {
    case .action(_, _, let token):
      guard let trouble else { return }
      await tried("opened") { try await open(trouble.command, token) }
    case .serviceAppeared:
      state.withLock { $0.shown = nil }
      wakeup.yield()
    // Whoever has closed it knows.
    case .closed, .serviceVanished: break
    }
  }

  private func tried(_ what: String, _ body: () async throws -> Void) async {
    do { try await body() } catch {
      logger.notice("the server's trouble can't be \(what)", metadata: ["reason": "\(LogReason(error))"])
    }
  }
}
