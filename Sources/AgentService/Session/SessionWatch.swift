internal import DesktopSession
internal import Logging
internal import OwnerVerification
internal import ServerClient
internal import ServiceLifecycle
internal import Synchronization

/// What is released while the machine sleeps.
protocol SleepingConnection: Sendable {
  /// The machine goes to sleep.
  func pause() async
  /// It woke.
  func resume() async
}

extension InboxSync: SleepingConnection {}

/// Locks the vault when the desktop session locks, sleeps or ends, and when nobody would hear of it any more. A sleeping machine
/// has no connection to the server.
final class SessionWatch: Service {
  private let owner: OwnerService
  private let configuration: SessionMonitorConfiguration
  private let connection: any SleepingConnection
  private let staysWithoutSession: @Sendable () -> Bool
  private let stop: @Sendable () -> Void
  private let logger: Logger
  private let monitor = Mutex<SessionMonitor?>(nil)

  /// - Parameters:
  ///   - connection: dropped while the machine sleeps.
  ///   - staysWithoutSession: whether the user's processes are to outlive the last login session.
  ///   - stop: ends the agent, when the last login session has ended.
  init(
    owner: OwnerService, connection: any SleepingConnection, configuration: SessionMonitorConfiguration,
    staysWithoutSession: @escaping @Sendable () -> Bool, stop: @escaping @Sendable () -> Void, logger: Logger
  ) {
    self.owner = owner
    self.connection = connection
    self.configuration = configuration
    self.staysWithoutSession = staysWithoutSession
    self.stop = stop
    self.logger = logger
  }

  /// What is watched; nil before the watch began.
  var state: SessionState? { monitor.withLock { $0?.state } }

  func run() async throws {
    let monitor = await SessionMonitor.start(configuration)
    self.monitor.withLock { $0 = monitor }
    await withGracefulShutdownHandler {
      for await event in monitor.events { await handle(event, monitor) }
    } onGracefulShutdown: {
      Task { await monitor.stop() }
    }
    await owner.lock(.stopping)
  }

  /// Does what an event asks for.
  func handle(_ event: SessionEvent, _ monitor: SessionMonitor) async {
    switch event {
    case .locked: await owner.lock(.sessionLocked)
    case .sleeping:
      await owner.lock(.sleep)
      monitor.readyToSleep()
      await connection.pause()
    case .busLost(let bus):
      logger.notice("a bus that was watched is gone", metadata: ["bus": "\(bus)"])
      await owner.lock(.watchLost)
      // Nobody else tells of the session's end where there is no logind.
      if bus == .session, !monitor.state.capabilities.hasLogind { await end() }
    case .sessionEnded:
      await owner.lock(.sessionLocked)
      await end()
    case .woke: await connection.resume()
    case .unlocked: break
    }
  }

  /// The desktop session is over: its user comes back with the PIN.
  private func end() async {
    await owner.forgetWrapped()
    if !staysWithoutSession() { stop() }
  }
}
