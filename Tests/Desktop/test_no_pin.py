"""A protected task where nobody has chosen a PIN."""

import os
import unittest

from Tests.Desktop.desk import Desk
from Tests.Desktop import screen

PIN = "a pin for the window"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class NoPINTest(unittest.TestCase):
    """Nobody has chosen a PIN yet."""

    def test_a_pin_comes_first(self):
        desk = Desk(os.environ["VAULT_PROGRAMS"])
        self.addCleanup(desk.close)
        desk.vault("add", "Ordinary")
        screen.begin()
        desk.open_window()
        shown = screen.Screen(desk, "vault-desktop")
        shown.find("Ordinary")
        desk.keys("ctrl+shift+n")
        shown.find("New PIN")
        self.assertFalse(shown.has("Save", BUTTON), shown.texts())
        desk.press("Escape")
        shown.wait_without("New PIN")
        self.assertFalse(shown.has("Save", BUTTON), shown.texts())
        # Who does not want to knows it.
        self.assertFalse(any("no answer" in text for text in shown.texts()), shown.texts())
        # Chosen elsewhere meanwhile, it is there.
        desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        desk.keys("ctrl+shift+n")
        shown.find("Save", BUTTON)
        desk.press("Tab")
        desk.type("  ")
        desk.press("Return", "ctrl+Return")
        shown.wait_for_text("There is no text yet.")
        # It stands below the bar, whatever somebody has scrolled to.
        problem = shown.find("There is no text yet.").place()
        self.assertLess(problem.y, 120)


if __name__ == "__main__":
    unittest.main()
