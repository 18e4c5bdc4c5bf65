import DesktopSession
import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

/// One suite after the other: each test has buses and services of its own, and some measure time.
@Suite("The desktop session", .serialized) enum DesktopSessionSuites {}

let me = getuid()
let somebodyElse = getuid() + 1

/// Starts a monitor on private buses; no bus where none is given.
func monitor(system: PrivateBus? = nil, session: PrivateBus? = nil) async -> SessionMonitor {
  await SessionMonitor.start(
    SessionMonitorConfiguration(
      systemBusAddress: system?.address ?? "unix:path=/nonexistent/system", sessionBusAddress: { session?.address }))
}

/// Collects a monitor's events, so that a test can wait for them and see what did not come.
actor EventLog {
  private(set) var events: [SessionEvent] = []
  private(set) var hasEnded = false
  private var collecting: Task<Void, Never>?

  init(_ monitor: SessionMonitor) async {
    let stream = monitor.events
    collecting = Task { [weak self] in
      for await event in stream { await self?.append(event) }
      await self?.end()
    }
  }

  /// Waits until `event` has come.
  func wait(for event: SessionEvent) async throws {
    try await wait("\(event)") { $0.events.contains(event) }
  }

  /// Waits until the stream has ended.
  func waitForEnd() async throws {
    try await wait("the end") { $0.hasEnded }
  }

  func clear() { events = [] }

  private func wait(_ what: String, _ condition: (isolated EventLog) -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(10))
    while !condition(self) {
      guard clock.now < end else { throw ChildProcess.Failure("waited in vain for \(what); came: \(events)") }
      try await clock.sleep(for: .milliseconds(2))
    }
  }

  private func append(_ event: SessionEvent) { events.append(event) }
  private func end() { hasEnded = true }
}

/// Waits for something without keeping a thread.
func eventually(_ what: String, _ condition: () throws -> Bool) async throws {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(10))
  while try !condition() {
    guard clock.now < end else { throw ChildProcess.Failure("waited in vain: \(what)") }
    try await clock.sleep(for: .milliseconds(2))
  }
}
