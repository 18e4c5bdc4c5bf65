import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

@testable import DesktopSession

extension DesktopSessionSuites {
  @Suite("The number on the program's icon")
  struct IconCountTests {
    /// What is told on a bus about it, as `dbus-monitor` writes it.
    private func listen(on bus: PrivateBus) throws -> ChildProcess {
      let listener = try bus.start([
        "dbus-monitor", "--address", bus.address, "type='signal',interface='com.canonical.Unity.LauncherEntry'",
        "type='method_call',member='Ping'",
      ])
      try waitUntil("the monitor listens") {
        try bus.call("org.freedesktop.DBus", "/ping", "org.freedesktop.DBus.Peer.Ping")
        return listener.output.text.contains("path=/ping")
      }
      return listener
    }

    @Test("is told once for each number, and again to who shows such numbers and appears later")
    func told() async throws {
      let bus = try PrivateBus()
      let listener = try listen(on: bus)
      defer { listener.end() }
      let notifications = await notifications(on: bus)
      for count in [3, 3, 0, 1 << 40] { await notifications.showCount(count) }
      func told() -> [String] {
        listener.output.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .filter { $0.contains("int64") || $0.contains("variant             boolean") || $0.hasPrefix("string \"app") }
      }
      let three = [
        #"string "application://vault.desktop""#, "variant             int64 3", "variant             boolean true",
      ]
      let none = [three[0], "variant             int64 0", "variant             boolean false"]
      let many = [three[0], "variant             int64 1099511627776", three[2]]
      try waitUntil("all are told") { told().count >= 9 }
      #expect(told() == three + none + many)
      let dock = try MockScreenSaver(on: bus, name: "com.canonical.Unity")
      defer { dock.end() }
      try waitUntil("the last is told again") { told().count >= 12 }
      #expect(told() == three + none + many + many)
      await notifications.stop()
    }
  }
}
