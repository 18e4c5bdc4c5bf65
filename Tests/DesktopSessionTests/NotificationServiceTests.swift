import DBus
import LinuxSystem
import PrivateDesktop
import ProcessTesting
import Synchronization
import Testing

@testable import DesktopSession

extension DesktopSessionSuites {
  @Suite("Notification services of all kinds")
  struct NotificationServiceTests {
    private let open = DesktopNotification(
      summary: "A\nletter\u{1B}[31m", body: "<b>bold</b>\n\u{202E}", actions: [.init(key: "open", label: "Open")],
      category: "im.received", expiry: .after(.seconds(5)),
      picturePath: "/tmp/a b%.png", isResident: true, isTransient: true)

    @Test("what is shown has its hints, and nothing that could do harm")
    func arguments() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      _ = try await notifications(on: bus).show(open)
      let shown = try mock.shown()
      #expect(shown.contains("'A letter\u{FFFD}[31m'"))
      #expect(shown.contains(#"'&lt;b&gt;bold&lt;/b&gt;\n\#u{FFFD}'"#))
      #expect(shown.contains("['open', 'Open']"))
      for hint in [
        "'urgency': <byte 0x01>", "'category': <'im.received'>", "'desktop-entry': <'vault'>", "'resident': <true>",
        "'transient': <true>", "'image-path': <'file:///tmp/a%20b%25.png'>",
      ] {
        #expect(shown.contains(hint))
      }
      #expect(shown.contains("<5000>") && shown.contains("<uint32 0>, <''>, "), "no icon was given")
    }

    @Test("a sound is named or forbidden, and otherwise left to the desktop")
    func sounds() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      let notifications = await notifications(on: bus)
      _ = try await notifications.show(DesktopNotification(summary: "x"))
      #expect(try !mock.shown().contains("sound"))
      _ = try await notifications.show(DesktopNotification(summary: "x", sound: .named("bell")))
      #expect(try mock.shown().contains("'sound-name': <'bell'>") && !mock.shown().contains("suppress-sound"))
      _ = try await notifications.show(DesktopNotification(summary: "x", sound: .none))
      #expect(try mock.shown().contains("'suppress-sound': <true>"))
    }

    @Test("a service without actions and markup gets neither")
    func plain() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus, capabilities: ["body"])
      let notifications = await notifications(on: bus)
      #expect(try await notifications.capabilities() == ["body"])
      _ = try await notifications.show(open)
      let shown = try mock.shown()
      #expect(shown.contains("'<b>bold</b>"))
      #expect(!shown.contains("'open'"))
    }

    @Test("a token that comes before its action is told with it, once")
    func activationToken() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(open)
      try mock.giveToken("token-1", for: id)
      try mock.invoke("open", of: id)
      try await log.wait(for: .action(id: id, key: "open", activationToken: "token-1"))
      try mock.invoke("open", of: id)
      try await log.wait(for: .action(id: id, key: "open", activationToken: nil))
    }

    @Test("what happens to other programs' notifications is not told")
    func others() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(open)
      try mock.invoke("open", of: id + 7)
      try mock.close(id + 7, reason: 2)
      try await notifications.close(id + 7)
      try mock.close(id, reason: 2)
      try await log.wait(for: .closed(id: id, reason: .dismissed))
      #expect(await log.events == [.serviceAppeared, .closed(id: id, reason: .dismissed)])
      #expect(try mock.calls(of: "CloseNotification").contains("[]"), "and they are not closed")
    }

    @Test("signals of a program that is not the service count for nothing")
    func impostor() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(open)
      try bus.run([
        "gdbus", "emit", "--session", "--object-path", "/org/freedesktop/Notifications", "--signal",
        "org.freedesktop.Notifications.ActionInvoked", "uint32 \(id)", "'open'",
      ])
      try mock.close(id, reason: 1)
      try await log.wait(for: .closed(id: id, reason: .expired))
      #expect(await log.events == [.serviceAppeared, .closed(id: id, reason: .expired)])
    }

    @Test("one that is closed before its id is known is told as closed")
    func hasty() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus, .hasty)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(open)
      try await log.wait(for: .closed(id: id, reason: .expired))
      withExtendedLifetime(mock) {}
    }

    @Test("what Plasma refuses as repeated is shown after more than its second")
    func repeated() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus, .refusingTwice)
      let clock = SkippingClock()
      let notifications = await notifications(on: bus, clock: clock)
      _ = try await notifications.show(open)
      #expect(clock.waits == [.milliseconds(1100), .milliseconds(1100)])
      withExtendedLifetime(mock) {}
    }

    @Test("what is refused as repeated again and again is an error")
    func refused() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus, .refusing)
      let clock = SkippingClock()
      let notifications = await notifications(on: bus, clock: clock)
      await #expect(throws: DesktopNotificationError.tooManyAlike) { try await notifications.show(open) }
      #expect(clock.waits.count == DesktopNotifications.tries - 1)
      withExtendedLifetime(mock) {}
    }

    @Test("a service that never answers is an error once the deadline has passed")
    func hanging() async throws {
      let bus = try PrivateBus()
      let script = """
        import time, dbus, dbus.service
        bus = dbus.SessionBus()
        name = dbus.service.BusName("org.freedesktop.Notifications", bus)
        time.sleep(60)
        """
      let service = try bus.start(["/usr/bin/python3", "-c", script])
      try bus.waitForOwner(of: MockNotifications.name)
      let notifications = await notifications(on: bus, timeout: .milliseconds(200))
      let start = ContinuousClock().now
      await #expect(throws: DesktopNotificationError.noAnswer) { try await notifications.show(open) }
      #expect(ContinuousClock().now - start < .seconds(20))
      withExtendedLifetime(service) {}
    }

    @Test("a service that ends instead of answering is told apart")
    func dying() async throws {
      let bus = try PrivateBus()
      let script = """
        import os, dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        DBusGMainLoop(set_as_default=True)
        class Service(dbus.service.Object):
            @dbus.service.method("org.freedesktop.Notifications", out_signature="as")
            def GetCapabilities(self):
                os._exit(1)
        bus = dbus.SessionBus()
        service = Service(bus, "/org/freedesktop/Notifications")
        name = dbus.service.BusName("org.freedesktop.Notifications", bus)
        GLib.MainLoop().run()
        """
      let service = try bus.start(["/usr/bin/python3", "-c", script])
      try bus.waitForOwner(of: MockNotifications.name)
      let notifications = await notifications(on: bus)
      await #expect(throws: DesktopNotificationError.serviceVanished) { try await notifications.show(open) }
      withExtendedLifetime(service) {}
    }

    @Test("without a service, and without one that could be started, it fails at once")
    func none() async throws {
      let bus = try PrivateBus()
      let notifications = await notifications(on: bus)
      let start = ContinuousClock().now
      await #expect(throws: DesktopNotificationError.noService) { try await notifications.show(open) }
      #expect(ContinuousClock().now - start < .seconds(20), "well before the deadline")
    }

    @Test("a service that the bus can start is started when something is to be shown, not before")
    func activated() async throws {
      let bus = try PrivateBus(services: MockNotifications.serviceFiles)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      #expect(await log.events == [])
      #expect(try await notifications.show(open) == 1)
      #expect(try await notifications.show(open) == 2)
      try await log.wait(for: .serviceAppeared)
      #expect(await log.events == [.serviceAppeared])
    }

    @Test("a service that can't be started is none")
    func broken() async throws {
      let file = """
        [D-BUS Service]
        Name=org.freedesktop.Notifications
        Exec=/bin/false
        """
      let bus = try PrivateBus(services: ["broken.service": file])
      let notifications = await notifications(on: bus)
      await #expect(throws: DesktopNotificationError.noService) { try await notifications.show(open) }
    }

    @Test("without a bus it fails at once; one that appears later is found, and so is the next one")
    func laterBus() async throws {
      let address = Mutex<String?>(nil)
      let notifications = await DesktopNotifications.start(
        DesktopNotificationsConfiguration(
          applicationName: "vault", busAddress: { address.withLock { $0 } }, reconnectInterval: .milliseconds(20)))
      let log = await NotificationLog(notifications)
      await #expect(throws: DesktopNotificationError.noBus) { try await notifications.show(open) }
      let first = try PrivateBus()
      let firstMock = try MockNotifications(on: first)
      address.withLock { $0 = first.address }
      try await log.wait(for: .serviceAppeared)
      _ = try await notifications.show(open)
      first.kill()
      try await log.wait(for: .serviceVanished)
      let second = try PrivateBus()
      let secondMock = try MockNotifications(on: second)
      address.withLock { $0 = second.address }
      try await log.wait(for: .serviceAppeared, count: 2)
      _ = try await notifications.show(open)
      #expect(try secondMock.shown().contains("letter"))
      withExtendedLifetime(firstMock) {}
    }

    @Test("after stopping nothing is shown, and no more is told")
    func stop() async throws {
      let bus = try PrivateBus()
      let mock = try MockNotifications(on: bus)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      await notifications.stop()
      try await log.waitForEnd()
      await #expect(throws: DesktopNotificationError.stopped) { try await notifications.show(open) }
      withExtendedLifetime(mock) {}
    }

    @Test("stopping, and the death of the bus, end what is being waited for", arguments: [true, false])
    func endWhileWaiting(byStopping: Bool) async throws {
      let bus = try PrivateBus()
      let script = """
        import dbus, dbus.service
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib
        DBusGMainLoop(set_as_default=True)
        class Service(dbus.service.Object):
            @dbus.service.method("org.freedesktop.Notifications", out_signature="as", async_callbacks=("ok", "bad"))
            def GetCapabilities(self, ok, bad):
                print("called", flush=True)
        bus = dbus.SessionBus()
        service = Service(bus, "/org/freedesktop/Notifications")
        name = dbus.service.BusName("org.freedesktop.Notifications", bus)
        GLib.MainLoop().run()
        """
      let service = try bus.start(["/usr/bin/python3", "-c", script])
      try bus.waitForOwner(of: MockNotifications.name)
      let notifications = await notifications(on: bus, timeout: .seconds(300))
      let showing = Task { try await notifications.show(open) }
      try await eventually("it waits") { service.output.lines == ["called"] }
      if byStopping { await notifications.stop() } else { bus.kill() }
      await #expect(throws: DesktopNotificationError.serviceVanished) { try await showing.value }
    }

    @Test("one that is let go ends its events and its thread")
    func released() async throws {
      let bus = try PrivateBus()
      var notifications: DesktopNotifications? = await notifications(on: bus)
      let events = try #require(notifications?.events)
      let threadEnds = try #require(notifications?.loop.ended)
      notifications = nil
      for await event in events { Issue.record("nothing happens, but \(event) came") }
      #expect(await threadEnds.wait(within: .seconds(10)))
    }
  }
}
