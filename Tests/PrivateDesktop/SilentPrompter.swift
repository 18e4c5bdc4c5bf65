public import ProcessTesting

extension PrivateBus {
  /// Starts a prompter for the keyring that never shows anything and never ends.
  public func startSilentPrompter() throws -> ChildProcess {
    let script = """
      import dbus, dbus.service
      from dbus.mainloop.glib import DBusGMainLoop
      from gi.repository import GLib
      DBusGMainLoop(set_as_default=True)
      bus = dbus.SessionBus()
      name = dbus.service.BusName("org.gnome.keyring.SystemPrompter", bus)
      class Prompter(dbus.service.Object):
          @dbus.service.method("org.gnome.keyring.internal.Prompter", in_signature="o")
          def BeginPrompting(self, callback): pass
          @dbus.service.method("org.gnome.keyring.internal.Prompter", in_signature="osa{sv}s")
          def PerformPrompt(self, callback, kind, properties, exchange): pass
          @dbus.service.method("org.gnome.keyring.internal.Prompter", in_signature="o")
          def StopPrompting(self, callback): pass
      Prompter(bus, "/org/gnome/keyring/Prompter")
      GLib.MainLoop().run()
      """
    let child = try start(["/usr/bin/python3", "-c", script])
    try waitForOwner(of: "org.gnome.keyring.SystemPrompter")
    return child
  }
}
