import Foundation
import PrivateDesktop
import ProcessTesting
import Testing

@testable import DesktopSession

extension DesktopSessionSuites {
  @Suite("A window on the bus") struct WindowActivatorTests {
    private static let name = "org.example.Window.v0123"

    private func activator(_ bus: PrivateBus, patience: Duration = .seconds(10)) -> WindowActivator {
      let address = bus.address
      return WindowActivator(name: Self.name, busAddress: { address }, patience: patience)
    }

    private func error(_ body: () async throws(WindowActivationError) -> Void) async -> WindowActivationError? {
      do throws(WindowActivationError) {
        try await body()
        return nil
      } catch { return error }
    }

    @Test("is started where it does not run, and told what to show, with the token of the click")
    func started() async throws {
      let bus = try PrivateBus(services: MockWindow.services(named: Self.name))
      let window = activator(bus)
      #expect(await window.isInstalled())
      for token in ["token-1", nil, "not\none"] {
        try await window.activate("show", "vault://inbox/7", activationToken: token)
      }
      let told = try MockWindow.told(on: bus)
      #expect(
        told == [
          "show ['vault://inbox/7'] ['token-1', 'token-1']", "show ['vault://inbox/7'] []",
          "show ['vault://inbox/7'] []",
        ])
    }

    @Test("is missed where there is none, no bus, or one that does not answer")
    func missed() async throws {
      let nowhere = WindowActivator(name: Self.name, busAddress: { nil })
      #expect(
        await error { () throws(WindowActivationError) in try await nowhere.activate("show", "", activationToken: nil) }
          == .noBus)
      let closed = WindowActivator(name: Self.name, busAddress: { "unix:path=/nonexistent" })
      #expect(
        await error { () throws(WindowActivationError) in try await closed.activate("show", "", activationToken: nil) }
          == .noBus)
      let bus = try PrivateBus(services: MockWindow.services(named: Self.name, command: "/bin/sleep 30"))
      let other = WindowActivator(name: "org.example.Other", busAddress: { [address = bus.address] in address })
      #expect(await !other.isInstalled())
      #expect(
        await error { () throws(WindowActivationError) in try await other.activate("show", "", activationToken: nil) }
          == .notInstalled)
      let silent = activator(bus, patience: .milliseconds(300))
      #expect(
        await error { () throws(WindowActivationError) in try await silent.activate("show", "", activationToken: nil) }
          == .noAnswer)
    }

    @Test("that ends instead of starting is an error soon")
    func failing() async throws {
      let bus = try PrivateBus(services: MockWindow.services(named: Self.name, command: "/bin/false"))
      let failed = await error { () throws(WindowActivationError) in
        try await activator(bus).activate("show", "", activationToken: nil)
      }
      guard case .refused = failed else {
        Issue.record("\(String(describing: failed))")
        return
      }
    }

    @Test(
      "has the object that the specification gives its name", arguments: [("org.example.A-b.C", "/org/example/A_b/C")])
    func path(name: String, path: String) { #expect(WindowCall.path(of: name) == path) }
  }
}

/// A program that the bus starts under a window's name, and that keeps what it is told.
private enum MockWindow {
  private static let script = """
    import os, sys, dbus, dbus.service
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    class Window(dbus.service.Object):
        @dbus.service.method("org.freedesktop.Application", in_signature="sava{sv}")
        def ActivateAction(self, action, parameters, platform):
            words = [str(value) for value in parameters]
            tokens = sorted(str(value) for value in platform.values())
            with open(os.environ["XDG_RUNTIME_DIR"] + "/told", "a") as told:
                told.write(f"{action} {words} {tokens}\\n")
    window = Window(bus, "/" + sys.argv[1].replace(".", "/"))
    name = dbus.service.BusName(sys.argv[1], bus)
    GLib.MainLoop().run()
    """

  static func services(named name: String, command: String? = nil) -> [String: String] {
    let program = #"/bin/sh -c 'exec /usr/bin/python3 "$XDG_RUNTIME_DIR/../services/window.py" \#(name)'"#
    return [
      "window.service": "[D-BUS Service]\nName=\(name)\nExec=\(command ?? program)\n", "window.py": script,
    ]
  }

  static func told(on bus: PrivateBus) throws -> [String] {
    try String(contentsOf: bus.directory.appendingPathComponent("run/told"), encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }
}
