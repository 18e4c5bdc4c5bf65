import PrivateDesktop
import ProcessTesting
import Testing

@testable import DesktopSession

extension DesktopSessionSuites {
  @Suite("The number on the program's icon")
  struct IconCountTests {
    @Test("is told once for each number, and again to who shows such numbers and appears later")
    func told() async throws {
      let bus = try PrivateBus()
      let monitor = try IconMonitor(on: bus)
      let notifications = await notifications(on: bus)
      for count in [3, 3, 0, 1 << 40] { await notifications.showCount(count) }
      let told = ["vault.desktop 3 true", "vault.desktop 0 false", "vault.desktop 1099511627776 true"]
      try waitUntil("all are told") { monitor.told.last == told.last }
      #expect(monitor.told == told)
      let dock = try MockScreenSaver(on: bus, name: "com.canonical.Unity")
      try waitUntil("the last is told again") { monitor.told == told + told.suffix(1) }
      dock.end()
      await notifications.stop()
    }
  }
}
