import DesktopSession
import PrivateDesktop
import Testing

extension DesktopSessionSuites {
  @Suite("Notifications shown by dunst")
  struct NotificationDunstTests {
    private let rent = DesktopNotification(
      summary: "Pay the rent", body: "before <noon> & not later",
      actions: [
        .init(key: DesktopNotification.defaultAction, label: "Open"), .init(key: "show", label: "Show"),
        .init(key: "done", label: "Mark as done"),
      ],
      urgency: .critical, expiry: .never, isResident: true)

    @Test("a notification is shown with its texts, and goes when it is closed")
    func show() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let dunst = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      #expect(try await notifications.capabilities().isSuperset(of: ["actions", "body", "body-markup"]))
      let id = try await notifications.show(rent)
      try await eventually("it is shown") { try dunst.displayedCount() == 1 }
      try await notifications.close(id)
      try await log.wait(for: .closed(id: id, reason: .closed))
      #expect(try dunst.displayedCount() == 0)
      let history = try dunst.history()
      #expect(history.contains("Pay the rent"))
      #expect(history.contains("before &lt;noon&gt; &amp; not later"))
      try await notifications.close(id)
      #expect(await log.events == [.serviceAppeared, .closed(id: id, reason: .closed)], "closing again does nothing")
    }

    @Test("an action that the person chooses is told")
    func action() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let dunst = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let first = try await notifications.show(rent)
      let second = try await notifications.show(DesktopNotification(summary: "Call Ann", actions: rent.actions))
      try await eventually("both are shown") { try dunst.displayedCount() == 2 }
      try dunst.choose("done", of: first)
      try await log.wait(for: .action(id: first, key: "done", activationToken: nil))
      try dunst.choose("show", of: second)
      try await log.wait(for: .action(id: second, key: "show", activationToken: nil))
    }

    @Test("a click on the notification is its default action")
    func click() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let dunst = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(rent)
      try await eventually("it is shown") { try dunst.displayedCount() == 1 }
      try dunst.click()
      try await log.wait(for: .action(id: id, key: "default", activationToken: nil))
    }

    @Test("one that the person closes is told, and so is one whose time is over")
    func closing() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let dunst = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let id = try await notifications.show(rent)
      try await eventually("it is shown") { try dunst.displayedCount() == 1 }
      try dunst.dismiss()
      try await log.wait(for: .closed(id: id, reason: .dismissed))
      let short = try await notifications.show(
        DesktopNotification(summary: "Soon gone", expiry: .after(.milliseconds(1))))
      try await log.wait(for: .closed(id: short, reason: .expired))
    }

    @Test("a notification takes the place of an earlier one")
    func replacing() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let dunst = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let id = try await notifications.show(rent)
      let changed = DesktopNotification(summary: "Pay the rent today", expiry: .never)
      #expect(try await notifications.show(changed, replacing: id) == id)
      #expect(try dunst.displayedCount() == 1)
    }

    @Test("dunst that dies and comes back is told, and shows again")
    func restart() async throws {
      let (bus, display) = (try PrivateBus(), try PrivateDisplay())
      let first = try Dunst(on: bus, display)
      let notifications = await notifications(on: bus)
      let log = await NotificationLog(notifications)
      let old = try await notifications.show(rent)
      first.end()
      try await log.wait(for: .serviceVanished)
      await #expect(throws: DesktopNotificationError.noService) { try await notifications.show(rent) }
      let second = try Dunst(on: bus, display)
      try await log.wait(for: .serviceAppeared, count: 2)
      // The first id of a new dunst is one that another program may have got.
      let other = try await notifications.show(rent, replacing: old)
      try await eventually("it is shown") { try second.displayedCount() == 1 }
      try await notifications.close(other)
      try await log.wait(for: .closed(id: other, reason: .closed))
    }
  }
}
