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
  /// What there is to tell now; nil for nothing.
  func presentTrouble() async -> ServerTrouble?
}

/// Watches login and connection, and has one notification on the desktop as long as there is a trouble.
final class ServerTroubleWatch: Service, ServerTroubleReading {
  /// The name of the only notification on its panel.
  private static let name = "server"
  /// How long after the desktop did not take a notification it is tried again.
  private static let retryDelay = Duration.seconds(600)

  /// Leads a person to what they have clicked on.
  typealias Opening = @Sendable (_ target: PlaceTarget, _ activationToken: String?) async throws -> Void

  private let login: any LoginStatusReading
  private let connection: any ConnectionStatusReading
  private let panel: NotificationScope
  private let clock: any WallClock
  private let quiet: QuietTime?
  private let open: Opening
  private let logger: Logger
  private let start = SuspendingClock.now
  private let state = Mutex(State())
  private let (wakeups, wakeup) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  private struct State {
    var trouble: ServerTrouble?
    /// What is on the desktop.
    var shown: ServerTrouble?
    var outage = ServerOutageClock()
  }

  init(
    login: any LoginStatusReading, connection: any ConnectionStatusReading, panel: NotificationScope,
    clock: any WallClock, quiet: QuietTime?, logger: Logger, open: @escaping Opening
  ) {
    (self.login, self.connection, self.panel) = (login, connection, panel)
    (self.clock, self.quiet, self.logger, self.open) = (clock, quiet, logger, open)
  }

  func presentTrouble() async -> ServerTrouble? {
    // Most of the time there is none, and nothing has to be asked.
    guard state.withLock({ $0.trouble }) != nil else { return nil }
    _ = await refresh()
    return state.withLock { $0.trouble }
  }

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

  /// Looks whenever something has changed, and when something has lasted for long enough.
  private func look() async {
    var timer: Task<Void, Never>?
    defer { timer?.cancel() }
    for await _ in wakeups {
      timer?.cancel()
      let delays = [await refresh(), await reconcile()].compactMap(\.self)
      guard let delay = delays.min() else { continue }
      timer = Task {
        do { try await Task.sleep(for: delay, clock: .suspending) } catch { return }
        wakeup.yield()
      }
    }
  }

  /// Finds out how it stands.
  ///
  /// - Returns: after how long something may have to be told though nothing changes; nil for never.
  private func refresh() async -> Duration? {
    let (phase, outage) = (await login.phase, await connection.outage)
    let (server, email) = (await login.origin?.description, await login.storedEmail)
    return state.withLock { state in
      let failure = state.outage.note(phase, outage, at: start.duration(to: .now))
      state.trouble = ServerTrouble(phase, server: server, email: email, failure: failure)
      guard state.trouble == nil, let failure else { return nil }
      return ServerTrouble.patience(for: failure.reason.code).map { $0 - failure.duration }
    }
  }

  /// Has on the desktop what is to be there.
  ///
  /// - Returns: after how long it is tried again; nil when that is done.
  private func reconcile() async -> Duration? {
    let (wanted, shown) = state.withLock { ($0.trouble, $0.shown) }
    guard wanted != shown else { return nil }
    let now = clock.now
    // In quiet hours nothing is shown; what is over is taken down.
    if let quiet, wanted != nil, quiet.contains(now) { return .seconds(quiet.release(of: now).timeIntervalSince(now)) }
    let isDone = await tried("shown") {
      if let wanted {
        try await panel.show(DesktopNotification(wanted), as: Self.name)
      } else {
        try await panel.withdraw(Self.name)
      }
    }
    guard isDone else { return Self.retryDelay }
    state.withLock { $0.shown = wanted }
    return nil
  }

  private func handle(_ event: NotificationScope.Event) async {
    switch event {
    case .action(_, _, let token):
      guard let shown = state.withLock({ $0.shown }) else { return }
      await tried("opened") { try await open(shown.target, token) }
    case .serviceAppeared:
      state.withLock { $0.shown = nil }
      wakeup.yield()
    // Whoever has closed it knows.
    case .closed, .serviceVanished: break
    }
  }

  /// - Returns: whether it was done.
  @discardableResult
  private func tried(_ what: String, _ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch {
      logger.notice("the server's trouble can't be \(what)", metadata: ["reason": "\(LogReason(error))"])
      return false
    }
  }
}
