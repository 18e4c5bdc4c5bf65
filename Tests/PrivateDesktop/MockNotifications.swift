internal import Foundation
internal import ProcessTesting

/// A stand-in for a notification service on a private bus, by python3-dbusmock's template `notification_daemon`.
public final class MockNotifications: Sendable {
  /// How it answers `Notify`.
  public enum Manner: String, Sendable {
    /// With an id.
    case obedient
    /// The first two times with Plasma's error for repeated notifications.
    case refusingTwice
    /// Always with that error.
    case refusing
    /// Always with an error whose message repeats what was to be shown.
    case repeating
    /// With an id that it has told to be closed before.
    case hasty
  }

  /// Its bus name and interface.
  public static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let mock = "org.freedesktop.DBus.Mock"

  // The name is taken last, so that whoever sees it finds an object that answers.
  private static let script = """
    import sys, dbus, dbusmock
    from dbusmock.templates import notification_daemon as template
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    DBusGMainLoop(set_as_default=True)
    manner, capabilities = sys.argv[1], sys.argv[2]
    bus = dbus.SessionBus()
    name = template.BUS_NAME
    mock = dbusmock.DBusMockObject(bus, template.MAIN_OBJ, name, {})
    template.load(mock, {"capabilities": capabilities})
    mock.refusals = {"refusing": 1000, "repeating": 1000, "refusingTwice": 2}.get(manner, 0)
    mock.is_hasty = manner == "hasty"
    mock.is_repeating = manner == "repeating"
    mock.AddMethod(name, "Notify", "susssasa{sv}i", "u", '''
    if self.refusals > 0:
        self.refusals -= 1
        if self.is_repeating:
            raise dbus.exceptions.DBusException("No room for " + args[3] + args[4], name="org.example.Error.NoRoom")
        raise dbus.exceptions.DBusException(
            "Created too many similar notifications in quick succession",
            name="org.freedesktop.Notifications.Error.ExcessNotificationGeneration")
    ret = args[1] if args[1] else self.next_id
    self.next_id += 0 if args[1] else 1
    if self.is_hasty:
        self.EmitSignal("", "NotificationClosed", "uu", [ret, 1])
    ''')
    mock.bus_name = dbus.service.BusName(name, bus)
    GLib.MainLoop().run()
    """

  /// Files for ``PrivateBus/init(services:)`` with which the bus starts one when it is called.
  public static let serviceFiles = [
    "notifications.service": """
    [D-BUS Service]
    Name=\(name)
    Exec=/bin/sh -c 'exec /usr/bin/python3 "$XDG_RUNTIME_DIR/../services/notifications.py" obedient body'
    """,
    "notifications.py": script,
  ]

  private let bus: PrivateBus
  private let process: ChildProcess

  /// Starts it and waits until it is there.
  public init(
    on bus: PrivateBus, _ manner: Manner = .obedient, capabilities: [String] = ["body", "body-markup", "actions"]
  ) throws {
    self.bus = bus
    process = try bus.start(
      ["/usr/bin/python3", "-c", Self.script, manner.rawValue, capabilities.joined(separator: " ")])
    try bus.waitForOwner(of: Self.name)
  }

  deinit { process.end() }

  /// The arguments of all calls of `Notify`, as GLib prints them.
  public func shown() throws -> String { try calls(of: "Notify") }

  /// The arguments of all calls of a method, as GLib prints them.
  public func calls(of method: String) throws -> String {
    try bus.call(Self.name, Self.path, "\(Self.mock).GetMethodCalls", "'\(method)'")
  }

  /// Sends `ActionInvoked`.
  public func invoke(_ key: String, of id: UInt32) throws {
    try emit("ActionInvoked", "us", "[<uint32 \(id)>, <'\(key)'>]")
  }

  /// Sends `ActivationToken`.
  public func giveToken(_ token: String, for id: UInt32) throws {
    try emit("ActivationToken", "us", "[<uint32 \(id)>, <'\(token)'>]")
  }

  /// Sends `NotificationClosed` with a reason as the specification numbers them.
  public func close(_ id: UInt32, reason: UInt32) throws {
    try emit("NotificationClosed", "uu", "[<uint32 \(id)>, <uint32 \(reason)>]")
  }

  private func emit(_ signal: String, _ signature: String, _ arguments: String) throws {
    try bus.call(
      Self.name, Self.path, "\(Self.mock).EmitSignal", "'\(Self.name)'", "'\(signal)'", "'\(signature)'", arguments)
  }
}
