"""What the session does to a window: the screen is locked while a text is on it."""

import json
import os
import unittest

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN = "a pin for the window"
TEXT = "under the third flowerpot, behind the blue door of the garden shed"
BUTTON = screen.Atspi.Role.PUSH_BUTTON
LOGIND = "org.freedesktop.login1"
MANAGER = "/org/freedesktop/login1"
SAVER = "org.gnome.ScreenSaver"
MOCK = "org.freedesktop.DBus.Mock"


class SessionTest(unittest.TestCase):
    """Stand-ins for logind and a screen saver, on the desk's own bus."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # What the agent takes for the system's bus is the session's, on which both are.
        cls.desk.environment["VAULT_TEST_SYSTEM_BUS"] = cls.desk.environment["DBUS_SESSION_BUS_ADDRESS"]
        cls.bus = SessionBus(cls.desk)
        cls.start_mock(LOGIND, "logind", "--system")
        cls.start_mock(SAVER, "gnome_screensaver", "--session")
        wait_until(lambda: not cls.bus.refused(LOGIND, MANAGER, f"{LOGIND}.Manager", "ListInhibitors"), 15, "logind's methods")
        cls.bus.call(LOGIND, MANAGER, MOCK, "AddSession", GLib.Variant("(ssusb)", ("c7", "seat0", os.getuid(), "someone", True)))
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text=TEXT)
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.press("Spare key")

    @classmethod
    def start_mock(cls, name, template, bus):
        """Starts a stand-in of python3-dbusmock, and waits until it is on the bus."""
        cls.desk.environment["DBUS_SYSTEM_BUS_ADDRESS"] = cls.desk.environment["DBUS_SESSION_BUS_ADDRESS"]
        service = cls.desk.start(template, ["/usr/bin/python3", "-m", "dbusmock", bus, "--template", template])
        wait_until(lambda: cls.bus.is_owned(name), 15, f"{name} on the bus", service.log_text)

    def copies(self):
        """How often the text is in the window's memory."""
        return memory.count(self.window.process.pid, TEXT.encode())

    def reveal(self):
        """Reveals the text."""
        self.desk.focus()
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)
        wait_until(lambda: self.copies() > 0, 5, "the text in memory: the scan finds nothing that is there")

    def is_gone(self):
        """Waits until the text is hidden by a lock."""
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.assertEqual(0, self.copies())
        self.assertEqual(0, memory.count(self.window.process.pid, PIN.encode()))
        self.assertFalse(json.loads(self.desk.vault("status", "--json"))["isUnlocked"])

    def signal(self, path, interface, name, signature, *arguments):
        """Has the stand-in for logind send a signal."""
        self.bus.call(LOGIND, path, MOCK, "EmitSignal", GLib.Variant("(sssav)", (f"{LOGIND}.{interface}", name, signature, list(arguments))))

    def test_logind_locks_the_session(self):
        self.reveal()
        self.signal(f"{MANAGER}/session/c7", "Session", "Lock", "")
        self.is_gone()

    def test_the_machine_goes_to_sleep(self):
        self.reveal()
        self.signal(MANAGER, "Manager", "PrepareForSleep", "b", GLib.Variant("b", True))
        self.is_gone()
        self.signal(MANAGER, "Manager", "PrepareForSleep", "b", GLib.Variant("b", False))

    def test_the_screen_saver_comes(self):
        self.reveal()
        self.set_saver(True)
        self.addCleanup(self.set_saver, False)
        self.is_gone()

    def set_saver(self, is_active):
        """Has the screen saver cover the screen, or go."""
        self.bus.call(SAVER, "/org/gnome/ScreenSaver", SAVER, "SetActive", GLib.Variant("(b)", (is_active,)))

    def test_a_question_goes_with_the_lock(self):
        self.desk.focus()
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.signal(f"{MANAGER}/session/c7", "Session", "Lock", "")
        self.screen.wait_without("It opens what is protected.")
        wait_until(lambda: memory.count(self.window.process.pid, PIN.encode()) == 0, 10, "no copy of the PIN")
        self.screen.close_what_is_over()


if __name__ == "__main__":
    unittest.main()
