"""The window under a window manager, which gives and takes the keyboard as desktops do."""

import os
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

PIN = "a pin for the window"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class ManagerTest(unittest.TestCase):
    """A protected text, a question, and a menu."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.start("manager", ["openbox", "--sm-disable"])
        wait_until(lambda: "_NET_SUPPORTING_WM_CHECK(WINDOW)" in cls.root(), 20, "a window manager")
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "Plain")
        cls.desk.vault("add", "--protected", "--label", "Safe", "-", text="under the third flowerpot")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Plain", "Safe")

    @classmethod
    def root(cls):
        """What the display says of itself."""
        return subprocess.run(["xprop", "-root"], env=cls.desk.environment, capture_output=True, text=True, check=True, timeout=20).stdout

    def reveal(self):
        """Has the text on the screen."""
        self.desk.vault("lock")
        self.desk.activate("Vault")
        self.desk.press("ctrl+f", "Escape", "Down", "Down", "Up", "Down")
        self.screen.find("Reveal", BUTTON)
        self.screen.act("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find("Hide", BUTTON)

    def test_menu_that_is_left_open(self):
        other = self.desk.start("other", ["xev"])
        self.addCleanup(other.stop)
        self.reveal()
        self.desk.press("F10")
        self.screen.find("Preferences", BUTTON)
        self.desk.activate("Event Tester")
        self.screen.wait_without("Hide")
        self.desk.activate("Vault")
        self.desk.press("Escape")
        self.screen.wait_without("Preferences")

    def test_menu_keeps_a_text(self):
        self.reveal()
        self.desk.press("F10")
        self.screen.find("Preferences", BUTTON)
        self.assertTrue(self.screen.has("Hide", BUTTON))
        self.desk.press("Escape")
        self.screen.wait_without("Preferences")
        self.assertFalse(any(text.startswith("Hidden:") for text in self.screen.texts()), self.screen.texts())
        # An entry for a password hears of its focus even after its end, in GTK 4.8.
        log = "".join(file.read_text(errors="replace") for file in self.desk.home.path("logs").glob("window*") if file.is_file())
        self.assertNotIn("CRITICAL", log)
        self.assertNotIn("invalid unclassed pointer", log)


if __name__ == "__main__":
    unittest.main()
