internal import DBus
internal import LinuxSystem
internal import Synchronization

/// Reports when the desktop session locks, sleeps or ends, so that secrets can be put away in time.
///
/// Watches logind on the system bus, and the screen savers on the session bus, on one thread of its own that never waits.
/// A bus or service that is missing is no error: ``SessionState/capabilities`` says what is watched. Signals count only
/// from the process that owns the well-known name; no service is ever started, and no bus.
///
/// A bus that is missing or lost is looked for again: this process may have been there before the desktop, and may outlive it. So are
/// logind and the screen savers on a bus that lives.
public final class SessionMonitor: Sendable {
  /// What was already so when the monitor started; events report only what came later.
  public let initialState: SessionState
  /// What happens, in order, for one consumer; it ends with ``stop(within:)``.
  public let events: AsyncStream<SessionEvent>
  private let loop: MainLoop
  private let core: MonitorCore

  private init(initialState: SessionState, events: AsyncStream<SessionEvent>, loop: MainLoop, core: MonitorCore) {
    self.initialState = initialState
    self.events = events
    self.loop = loop
    self.core = core
  }

  deinit { Self.end(core, loop) }

  /// Starts watching and reads the present state, which takes a few milliseconds, and at most a little more than
  /// three times ``SessionMonitorConfiguration/timeout`` where a bus or service hangs.
  public static func start(
    _ configuration: SessionMonitorConfiguration = SessionMonitorConfiguration()
  ) async -> SessionMonitor {
    let (events, continuation) = AsyncStream.makeStream(of: SessionEvent.self, bufferingPolicy: .bufferingNewest(1024))
    let loop = MainLoop()
    let core = MonitorCore(configuration, loop: loop, events: continuation)
    let isReady = Latch()
    loop.perform { core.begin { isReady.open() } }
    // Without an answer in time, what is known by then is the state, and the rest becomes events.
    _ = await isReady.wait(within: configuration.timeout * 3 + .milliseconds(500))
    return SessionMonitor(initialState: core.goLive(), events: events, loop: loop, core: core)
  }

  /// What is known now.
  public var state: SessionState { core.state }

  /// Confirms ``SessionEvent/sleeping``: everything is locked, and the machine may sleep.
  public func readyToSleep() {
    loop.perform { [core] in core.releaseSleep() }
  }

  /// Stops watching and ends ``events``.
  ///
  /// - Returns: whether the thread ended within `duration`; it ends later otherwise.
  @discardableResult
  public func stop(within duration: Duration = .seconds(1)) async -> Bool {
    Self.end(core, loop)
    return await loop.ended.wait(within: duration)
  }

  private static func end(_ core: MonitorCore, _ loop: MainLoop) {
    loop.perform { core.end() }
    loop.quit()
  }
}

/// What a monitor does on its loop's thread.
private final class MonitorCore: @unchecked Sendable {
  // Proof for @unchecked: `buses`, `logind`, `screenSavers` and `pending` are touched by the loop's thread alone (`begin`,
  // `releaseSleep` and `end` run there, and so do all callbacks); everything else is constant or inside the mutex.
  private struct Shared {
    var tracker = SessionTracker()
    var isLive = false
  }

  private let configuration: SessionMonitorConfiguration
  private let loop: MainLoop
  private let events: AsyncStream<SessionEvent>.Continuation
  private let shared = Mutex(Shared())
  private var buses: [WatchedBus: Bus] = [:]
  private var logind: LogindWatch?
  private var screenSavers: ScreenSaverWatch?
  private var hasEnded = false

  init(
    _ configuration: SessionMonitorConfiguration, loop: MainLoop, events: AsyncStream<SessionEvent>.Continuation
  ) {
    self.configuration = configuration
    self.loop = loop
    self.events = events
  }

  var state: SessionState { shared.withLock { $0.tracker.state } }

  /// From now on what is observed becomes events; what was observed before is in the state given back.
  func goLive() -> SessionState {
    shared.withLock { shared in
      shared.isLive = true
      return shared.tracker.state
    }
  }

  func begin(whenReady: @escaping @Sendable () -> Void) {
    let pending = PendingCalls(whenDone: whenReady)
    pending.enter()
    for bus in WatchedBus.allCases { reach(bus, pending) }
    pending.leave()
  }

  func releaseSleep() { logind?.releaseSleep() }

  func end() {
    hasEnded = true
    logind = nil
    screenSavers = nil
    buses = [:]
    events.finish()
  }

  private func address(of name: WatchedBus) -> String? {
    switch name {
    case .system: configuration.systemBusAddress
    case .session: configuration.sessionBusAddress()
    }
  }

  /// Connects to a bus, or tries again later.
  private func reach(_ name: WatchedBus, _ pending: PendingCalls) {
    guard let address = address(of: name) else { return reachLater(name) }
    pending.enter()
    BusConnection.connect(to: address, on: loop, timeout: configuration.timeout) { [weak self] connection in
      defer { pending.leave() }
      guard let self, !hasEnded else { return }
      guard let connection else { return reachLater(name) }
      connection.onClosed { [weak self] in self?.lose(name) }
      let bus = Bus(connection, timeout: configuration.timeout, pending: pending)
      buses[name] = bus
      observe(.busReached(name))
      watch(name, bus)
    }
  }

  private func reachLater(_ name: WatchedBus) {
    guard !hasEnded else { return }
    loop.perform(after: configuration.reconnectInterval) { [weak self] in
      guard let self, !hasEnded else { return }
      reach(name, PendingCalls {})
    }
  }

  private func watch(_ name: WatchedBus, _ bus: Bus) {
    switch name {
    case .system:
      logind = LogindWatch(bus, uid: configuration.uid) { [weak self] in self?.observe($0) }
      logind?.begin()
    case .session:
      screenSavers = ScreenSaverWatch(bus) { [weak self] in self?.observe($0) }
      screenSavers?.begin()
    }
  }

  private func lose(_ name: WatchedBus) {
    switch name {
    case .system: logind = nil
    case .session: screenSavers = nil
    }
    buses[name] = nil
    observe(.busLost(name))
    reachLater(name)
  }

  private func observe(_ observation: Observation) {
    let news = shared.withLock { shared in
      let news = shared.tracker.apply(observation)
      return shared.isLive ? news : []
    }
    for event in news { events.yield(event) }
  }
}
