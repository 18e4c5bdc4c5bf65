import DesktopSession
import PrivateDesktop
import Testing

extension DesktopSessionSuites {
  @Suite("logind")
  struct LogindTests {
    @Test("sleep waits until the consumer has confirmed, and is held back again after waking")
    func sleep() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      #expect(monitor.initialState.capabilities.hasLogind)
      #expect(monitor.initialState.capabilities.delaysSleep)
      #expect(try logind.inhibitorCount() == 1)
      try logind.prepareForSleep(true)
      try await log.wait(for: .sleeping)
      #expect(monitor.state.isSleeping)
      #expect(try logind.inhibitorCount() == 1, "not released before it is confirmed")
      monitor.readyToSleep()
      try await eventually("the inhibitor is released") { try logind.inhibitorCount() == 0 }
      #expect(!monitor.state.capabilities.delaysSleep)
      try logind.prepareForSleep(false)
      try await log.wait(for: .woke)
      try await eventually("the inhibitor is taken again") { try logind.inhibitorCount() == 1 }
      #expect(await monitor.stop())
      try await eventually("stopping lets go") { try logind.inhibitorCount() == 0 }
      try await log.waitForEnd()
    }

    @Test("Lock of every session of this user counts, of another user's none")
    func lock() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      try logind.addSession("c1", uid: me)
      try logind.addSession("c2", uid: me)
      try logind.addSession("c3", uid: somebodyElse)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      #expect(monitor.initialState.capabilities.sessions == ["c1", "c2"])
      #expect(!monitor.initialState.isLocked)
      try logind.lock("c3")
      try logind.setLockedHint("c3", true)
      try logind.lock("c2")
      try await log.wait(for: .locked(.session("c2")))
      try logind.lock("c1")
      try await log.wait(for: .locked(.session("c1")))
      try logind.unlock("c1")
      try await log.wait(for: .unlocked(.session("c1")))
      let events = await log.events
      #expect(events == [.locked(.session("c2")), .locked(.session("c1")), .unlocked(.session("c1"))])
      #expect(monitor.state.lockSources == [.session("c2")])
    }

    @Test("Lock counts of a session that appears later, even one that was never announced")
    func laterSession() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      try logind.addSession("c7", uid: me, announced: true)
      try logind.addSession("c8", uid: somebodyElse, announced: true)
      try await eventually("the session is known") { monitor.state.capabilities.sessions == ["c7"] }
      try logind.lock("c8")
      try logind.lock("c7")
      try await log.wait(for: .locked(.session("c7")))
      try logind.addSession("c9", uid: me)
      try logind.lock("c9")
      try await log.wait(for: .locked(.session("c9")))
      #expect(await log.events == [.locked(.session("c7")), .locked(.session("c9"))])
    }

    @Test("LockedHint is read at the start and followed")
    func lockedHint() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      try logind.addSession("c1", uid: me)
      try logind.setLockedHint("c1", true)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      #expect(monitor.initialState.lockSources == [.lockedHint("c1")])
      try logind.setLockedHint("c1", false)
      try await log.wait(for: .unlocked(.lockedHint("c1")))
      #expect(!monitor.state.isLocked)
      try logind.setLockedHint("c1", true)
      try await log.wait(for: .locked(.lockedHint("c1")))
    }

    @Test("the end of the last session of this user is told")
    func sessionEnd() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      try logind.addSession("c1", uid: me)
      try logind.addSession("c2", uid: me)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      try logind.removeSession("c1")
      try await eventually("one is left") { monitor.state.capabilities.sessions == ["c2"] }
      #expect(await log.events == [])
      try logind.removeSession("c2")
      try await log.wait(for: .sessionEnded)
    }

    @Test("a logind that ends is a loss, and one that comes back is watched again")
    func restart() async throws {
      let bus = try PrivateBus()
      let first = try MockLogind(on: bus)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      first.end()
      try await log.wait(for: .busLost(.system))
      #expect(!monitor.state.capabilities.hasLogind)
      let second = try MockLogind(on: bus)
      try second.addSession("c1", uid: me)
      try await eventually("it is watched") { monitor.state.capabilities.hasLogind }
      try second.lock("c1")
      try await log.wait(for: .locked(.session("c1")))
    }

    @Test("signals of a program that is not logind count for nothing")
    func impostor() async throws {
      let bus = try PrivateBus()
      let logind = try MockLogind(on: bus)
      try logind.addSession("c1", uid: me)
      let monitor = await monitor(system: bus)
      let log = await EventLog(monitor)
      let path = "/org/freedesktop/login1/session/c1"
      for destination in [[], try peers(of: bus)] {
        try bus.run(
          ["gdbus", "emit", "--session", "--object-path", path, "--signal", "org.freedesktop.login1.Session.Lock"]
            + destination)
      }
      try logind.setLockedHint("c1", true)
      try await log.wait(for: .locked(.lockedHint("c1")))
      #expect(await log.events == [.locked(.lockedHint("c1"))])
    }

    /// `--dest` with the unique name of the monitor, the only client that is neither bus nor logind.
    private func peers(of bus: PrivateBus) throws -> [String] {
      let owner = try bus.call(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetNameOwner", "org.freedesktop.login1")
      let listed = try bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames")
      let unique = listed.split(separator: "'").map(String.init).filter {
        $0.hasPrefix(":") && !owner.contains("'\($0)'")
      }
      return ["--dest", try #require(unique.first)]
    }
  }
}
