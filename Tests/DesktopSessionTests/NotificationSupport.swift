import DesktopSession
import PrivateDesktop
import ProcessTesting
import Synchronization

/// Shows notifications on a private bus.
func notifications(
  on bus: PrivateBus, timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
) async -> DesktopNotifications {
  let address = bus.address
  return await DesktopNotifications.start(
    DesktopNotificationsConfiguration(
      applicationName: "vault", desktopEntry: "vault", busAddress: { address }, timeout: timeout, clock: clock))
}

/// Collects what is told of notifications, so that a test can wait for it and see what did not come.
actor NotificationLog {
  private(set) var events: [DesktopNotificationEvent] = []
  private var hasEnded = false

  init(_ notifications: DesktopNotifications) async {
    let stream = notifications.events
    Task { [weak self] in
      for await event in stream { await self?.append(event) }
      await self?.end()
    }
  }

  /// Waits until `event` has come `count` times.
  func wait(for event: DesktopNotificationEvent, count: Int = 1) async throws {
    try await wait("\(event)") { $0.events.count { $0 == event } >= count }
  }

  /// Waits until the stream has ended.
  func waitForEnd() async throws {
    try await wait("the end") { $0.hasEnded }
  }

  private func wait(_ what: String, _ condition: (isolated NotificationLog) -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(10))
    while !condition(self) {
      guard clock.now < end else { throw ChildProcess.Failure("waited in vain for \(what); came: \(events)") }
      try await clock.sleep(for: .milliseconds(2))
    }
  }

  private func append(_ event: DesktopNotificationEvent) { events.append(event) }
  private func end() { hasEnded = true }
}

/// A clock on which every wait is over at once, and is remembered.
final class SkippingClock: Clock {
  let now = ContinuousClock().now
  let minimumResolution = Duration.zero
  private let remembered = Mutex<[Duration]>([])

  var waits: [Duration] { remembered.withLock { $0 } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    remembered.withLock { $0.append(now.duration(to: deadline)) }
  }
}
