import DesktopSession
import Foundation
import PrivateDesktop
import Synchronization
import Testing

extension DesktopSessionSuites {
  @Suite("Buses that are missing, hang or die")
  struct BusTests {
    @Test("without any bus nothing is watched, and that is told at once")
    func noBus() async throws {
      let start = ContinuousClock().now
      let monitor = await monitor()
      #expect(ContinuousClock().now - start < .seconds(20))
      #expect(monitor.initialState == SessionState())
      #expect(await monitor.stop())
    }

    @Test("a system bus without logind is told apart from none")
    func noLogind() async throws {
      let bus = try PrivateBus()
      let monitor = await monitor(system: bus)
      #expect(monitor.initialState.capabilities.hasSystemBus)
      #expect(!monitor.initialState.capabilities.hasLogind)
      #expect(!monitor.initialState.capabilities.delaysSleep)
    }

    @Test("the death of each bus is told")
    func death() async throws {
      let system = try PrivateBus()
      let session = try PrivateBus()
      let logind = try MockLogind(on: system)
      let monitor = await monitor(system: system, session: session)
      let log = await EventLog(monitor)
      session.kill()
      try await log.wait(for: .busLost(.session))
      #expect(!monitor.state.capabilities.hasSessionBus)
      #expect(monitor.state.capabilities.hasLogind)
      system.kill()
      try await log.wait(for: .busLost(.system))
      #expect(!monitor.state.capabilities.hasSystemBus)
      #expect(await monitor.stop())
      try await log.waitForEnd()
      withExtendedLifetime(logind) {}
    }

    @Test("a session bus that appears later is found, and so is the next one")
    func laterBus() async throws {
      let address = Mutex<String?>(nil)
      let monitor = await SessionMonitor.start(
        SessionMonitorConfiguration(
          systemBusAddress: "unix:path=/nonexistent/system", sessionBusAddress: { address.withLock { $0 } },
          reconnectInterval: .milliseconds(20)))
      #expect(!monitor.initialState.capabilities.hasSessionBus)
      let log = await EventLog(monitor)
      for _ in 1...2 {
        let bus = try PrivateBus()
        let saver = try MockScreenSaver(on: bus, isActive: true)
        await log.clear()
        address.withLock { $0 = bus.address }
        try await log.wait(for: .locked(.screenSaver("org.gnome.ScreenSaver")))
        #expect(monitor.state.capabilities.hasSessionBus)
        bus.kill()
        try await log.wait(for: .busLost(.session))
        withExtendedLifetime(saver) {}
      }
      #expect(await monitor.stop())
    }

    @Test("services that hang do not keep the start for ever, and the others are heard meanwhile")
    func hanging() async throws {
      let bus = try PrivateBus()
      let session = try PrivateBus()
      let script = """
        import time, dbus, dbus.service
        bus = dbus.SessionBus()
        name = dbus.service.BusName("org.xfce.ScreenSaver", bus)
        print("ready", flush=True)
        time.sleep(60)
        """
      let hanging = try session.start(["/usr/bin/python3", "-c", script])
      try session.waitForOwner(of: "org.xfce.ScreenSaver")
      let saver = try MockScreenSaver(on: session, isActive: true)
      var configuration = SessionMonitorConfiguration(
        systemBusAddress: bus.address, sessionBusAddress: { session.address })
      configuration.timeout = .milliseconds(300)
      let start = ContinuousClock().now
      let monitor = await SessionMonitor.start(configuration)
      #expect(ContinuousClock().now - start < .seconds(20))
      #expect(monitor.initialState.lockSources == [.screenSaver("org.gnome.ScreenSaver")])
      #expect(await monitor.stop())
      withExtendedLifetime((hanging, saver)) {}
    }

    @Test("a monitor that is let go ends its events")
    func released() async throws {
      let bus = try PrivateBus()
      var monitor: SessionMonitor? = await monitor(session: bus)
      let events = try #require(monitor?.events)
      monitor = nil
      for await event in events { Issue.record("nothing happens, but \(event) came") }
    }
  }
}
