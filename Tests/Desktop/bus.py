"""The session bus of a desk: what any program on it can call, a window that the bus starts, and who shows notifications."""

import json
import os
import subprocess

from gi.repository import Gio, GLib

from Tests.Desktop.desk import wait_until
from harness.processes import Service

MILLISECONDS = 15_000
DAEMON = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
BOARD = "org.freedesktop.Notifications"
MOCK = "org.freedesktop.DBus.Mock"


def window_name(data):
    """The name of the window of a vault in a directory of its own, as docs/configuration.md describes it."""
    number = 0xCBF29CE484222325
    for byte in os.fsencode(data):
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return f"io.github.vault.Vault.v{number:016x}"


class SessionBus:
    """A desk's bus, as a program sees it that has nothing to do with the vault."""

    def __init__(self, desk, window=None):
        self._desk = desk
        self.window = window or window_name(desk.home.path("data"))
        self.path = "/" + self.window.replace(".", "/").replace("-", "_")
        self._connection = Gio.DBusConnection.new_for_address_sync(
            desk.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

    def call(self, name, path, interface, method, arguments=None):
        """Calls a method, and hands over what it answers."""
        answer = self._connection.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, MILLISECONDS, None)
        return answer.unpack()

    def refused(self, *words):
        """Whether a call is answered by an error."""
        try:
            self.call(*words)
        except GLib.Error as error:
            # An answer it has to be: whoever hangs or ends is no better than who obeys.
            if Gio.DBusError.is_remote_error(error) and "NoReply" not in Gio.DBusError.get_remote_error(error):
                return True
            raise
        return False

    def is_owned(self, name):
        """Whether somebody has a name."""
        return self.call(*DAEMON, "NameHasOwner", GLib.Variant("(s)", (name,)))[0]

    def install_window(self, program):
        """Has the bus start the window when it is called, as an installed service file does."""
        services = self._desk.home.path("run", "dbus-1", "services")
        services.mkdir(parents=True, exist_ok=True)
        (services / f"{self.window}.service").write_text(
            f"[D-BUS Service]\nName={self.window}\nExec={program}\n", encoding="utf-8")
        self.hand_over_environment({"VAULT_AGENT": self._desk.home.program("vault-agent")})
        self.call(*DAEMON, "ReloadConfig")
        self.wait_for_installed_window()

    def hand_over_environment(self, more):
        """Gives the bus the desk's environment for what it starts, as desktops do with theirs."""
        self.call(*DAEMON, "UpdateActivationEnvironment", GLib.Variant("(a{ss})", ({**self._desk.environment, **more},)))

    def wait_for_installed_window(self):
        """Waits until the bus knows how to start the window."""
        wait_until(lambda: self.window in self.call(*DAEMON, "ListActivatableNames")[0], 10, "a window that can be started")

    def window_pid(self):
        """The window's process."""
        return self.call(*DAEMON, "GetConnectionUnixProcessID", GLib.Variant("(s)", (self.window,)))[0]

    def close_window(self):
        """Ends the window, if there is one, and waits until its name is free."""
        if self.is_owned(self.window):
            os.kill(self.window_pid(), 15)
        wait_until(lambda: not self.is_owned(self.window), 10, "the end of the window")

    def show_notifications(self, can="body body-markup icon-static image/svg+xml private-synchronous append private-icon-only truncation"):
        """Starts who shows notifications, and keeps all of them; `can` are its capabilities."""
        service = Service(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon", "--parameters", json.dumps({"capabilities": can})],
            self._desk.environment, self._desk.home.path("logs", "notifications"))
        wait_until(lambda: self.is_owned(BOARD), 15, "somebody who shows notifications", service.log_text)
        return service

    def notifications(self):
        """What has been shown: its title and its hints."""
        return [(arguments[3], arguments[6]) for _, arguments in self.notification_calls()]

    def notification_calls(self):
        """What has been shown, each as the moment and what was handed over: title and body are the fourth and the fifth."""
        return self.call(BOARD, "/org/freedesktop/Notifications", MOCK, "GetMethodCalls", GLib.Variant("(s)", ("Notify",)))[0]

    def click(self, title):
        """Clicks the newest notification with that title, once it is there: they are numbered as they come, unless one takes another's place."""
        wait_until(lambda: any(shown == title for shown, _ in self.notifications()), 20, f"a notification {title!r}", lambda: f"{self.notifications()}")
        calls = self.call(BOARD, "/org/freedesktop/Notifications", MOCK, "GetMethodCalls", GLib.Variant("(s)", ("Notify",)))[0]
        number = numbers([arguments[1] for _, arguments in calls])[max(place for place, (_, arguments) in enumerate(calls) if arguments[3] == title)]
        self.call(
            BOARD, "/org/freedesktop/Notifications", MOCK, "EmitSignal",
            GLib.Variant("(sssav)", (BOARD, "ActionInvoked", "us", [GLib.Variant("u", number), GLib.Variant("s", "default")])))

    def actions(self, path):
        """The actions that an object of the window offers to everybody, with the types of their parameters."""
        listed = self.call(self.window, path, "org.gtk.Actions", "DescribeAll")[0]
        return {name: (signature, state) for name, (_, signature, state) in listed.items()}

    def objects(self, path="/"):
        """All objects of the window, with their interfaces."""
        text = self.call(self.window, path, "org.freedesktop.DBus.Introspectable", "Introspect")[0]
        node = Gio.DBusNodeInfo.new_for_xml(text)
        found = {path: sorted(interface.name for interface in node.interfaces)}
        for child in node.nodes:
            found |= self.objects(f"{path.rstrip('/')}/{child.path}")
        return found


def numbers(replaced):
    """The ids that the mock gave: a new one, or that of the notification whose place was taken."""
    found, following = [], 1
    for number in replaced:
        found.append(number or following)
        following += 0 if number else 1
    return found


def run_window(desk, *words, **settings):
    """Runs the window's program with words, as a desktop does for a link, until it ends; another one may run already."""
    program = os.environ.get("VAULT_DESKTOP") or desk.home.program("vault-desktop")
    return subprocess.run(
        [program, *words], env=desk.environment | {"VAULT_AGENT": desk.home.program("vault-agent")} | settings, timeout=30, capture_output=True, text=True,
        check=False)
