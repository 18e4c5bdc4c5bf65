internal import Foundation
internal import ProcessTesting

/// A stand-in for a screen saver on a private bus, by python3-dbusmock.
public final class MockScreenSaver: Sendable {
  private let bus: PrivateBus
  private let name: String
  private let path: String
  private let process: ChildProcess

  /// Starts it and waits until it is there.
  ///
  /// - Parameters:
  ///   - name: its bus name and interface, for instance `org.gnome.ScreenSaver`.
  ///   - path: its object path; nil takes the one that goes with the name.
  public init(on bus: PrivateBus, name: String = "org.gnome.ScreenSaver", path: String? = nil, isActive: Bool = false)
    throws
  {
    self.bus = bus
    self.name = name
    self.path = path ?? "/" + name.replacingOccurrences(of: ".", with: "/")
    // The name is taken last, so that whoever sees it finds an object that answers.
    let script = """
      import sys, dbus, dbusmock
      from dbus.mainloop.glib import DBusGMainLoop
      from gi.repository import GLib
      DBusGMainLoop(set_as_default=True)
      name, path, active = sys.argv[1], sys.argv[2], sys.argv[3] == "true"
      bus = dbus.SessionBus()
      mock = dbusmock.DBusMockObject(bus, path, name, {})
      mock.AddMethod(name, "GetActive", "", "b", "ret = self.is_active")
      mock.AddMethod(name, "SetActive", "b", "", "self.is_active = args[0]; self.EmitSignal('', 'ActiveChanged', 'b', [args[0]])")
      mock.is_active = active
      mock.bus_name = dbus.service.BusName(name, bus)
      GLib.MainLoop().run()
      """
    process = try bus.start(["/usr/bin/python3", "-c", script, name, self.path, "\(isActive)"])
    try bus.waitForOwner(of: name)
  }

  deinit { process.end() }

  /// Ends it, as a crash would.
  public func end() { process.end() }

  /// Switches it on or off.
  public func setActive(_ isActive: Bool) throws {
    try bus.call(name, path, "\(name).SetActive", "\(isActive)")
  }
}
