"""A window that other programs keep busy leaves no protected text on the screen."""

import os
import re
import types
import unittest

from gi.repository import Gio, GLib

from Tests.Desktop.bus import DAEMON, SessionBus
from Tests.Desktop.desk import Desk, Service, wait_until
from Tests.Desktop.pictures import count_dark
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON
PIN = "a pin for the window"
TEXT = "under the third flowerpot, behind the blue door of the garden shed"
SECONDS = "20"
BUSY = 75


class FloodTest(unittest.TestCase):
    """Somebody sends more than any window can serve, while a text is revealed."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text=TEXT)
        screen.begin()

    def setUp(self):
        self.desk.vault("lock")
        self.window = self.desk.open_window()
        self.addCleanup(self.desk.close_window)
        self.screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.find("Tasks")
        self.bus = SessionBus(self.desk)

    def reveal(self):
        """Has the text on the screen."""
        self.desk.focus()
        self.screen.press("Spare key")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.focus()
        self.place = self.screen.find("Protected text").place()

    def ink(self):
        """How many dark pixels stand where the text stood."""
        return count_dark(self.desk, self.place)

    def flood(self, *words):
        """Begins to send."""
        program = ["/usr/bin/python3", "-B", os.path.join(os.path.dirname(__file__), "flood.py"), *words]
        flood = Service(program, self.desk.environment, self.desk.home.path("logs", "flood"))
        self.addCleanup(flood.stop)
        flood.wait_for_line(re.compile("^flooding$", re.MULTILINE), 20)

    def test_calls_of_the_session(self):
        self.reveal()
        text = self.ink()
        self.assertGreater(text, 200)
        self.flood(self.desk.environment["DBUS_SESSION_BUS_ADDRESS"], self.bus.window, SECONDS, "open")
        self.desk.vault("lock")
        wait_until(lambda: self.ink() < text / 4, 5, "the text to leave the screen")
        self.assertIsNone(self.window.process.poll(), "the window goes on")

    def test_calls_of_assistive_technology(self):
        self.reveal()
        self.keep_busy()

    def test_what_is_typed(self):
        self.desk.keys("ctrl+shift+n")
        self.desk.wait_for_window("New Protected Task")
        self.screen.find("Text")
        self.desk.press("Tab")
        self.desk.type(TEXT)
        # Without a window manager it lies at the corner, with all that is typed in it.
        self.place = types.SimpleNamespace(x=0, y=100, width=480, height=400)
        self.keep_busy()

    def keep_busy(self):
        """Sends what makes much work, and locks."""
        text = self.ink()
        self.assertGreater(text, 200)
        address = self.bus.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")[0]
        self.flood(address, self.name_on(address), SECONDS, "items")
        self.desk.vault("lock")
        wait_until(lambda: self.window.process.poll() is not None or self.ink() < text / 4, 15, "the text to leave the screen")
        # A window that gets no time to draw ends, says why, and takes with it what it shows.
        if self.window.process.poll() is not None:
            self.assertEqual(BUSY, self.window.process.poll())
            self.assertIn("too busy to hide a protected text", self.window.log_text())

    def name_on(self, address):
        """The window's name on a bus."""
        connection = Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

        def ask(method, arguments=None):
            return connection.call_sync(*DAEMON, method, arguments, None, Gio.DBusCallFlags.NONE, 15_000, None).unpack()[0]

        names = [name for name in ask("ListNames") if name.startswith(":")]
        return next(name for name in names if ask("GetConnectionUnixProcessID", GLib.Variant("(s)", (name,))) == self.window.process.pid)


if __name__ == "__main__":
    unittest.main()
