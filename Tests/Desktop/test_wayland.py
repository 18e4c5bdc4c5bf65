"""The window under Wayland: start, reveal, lock, clipboard."""

import json
import os
import time
import unittest

from Tests.Desktop.bus import run_window
from Tests.Desktop.compositor import Compositor
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON
PIN = "a pin for the window"
TEXT = "under the third flowerpot, behind the blue door of the garden shed"


class WaylandTest(unittest.TestCase):
    """What is done under X11 elsewhere is done here where programs see neither each other's windows nor keys."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text=TEXT)
        cls.task = json.loads(cls.desk.vault("list", "--json"))["tasks"][0]["id"]
        cls.compositor = Compositor(cls.desk)
        cls.addClassCleanup(cls.compositor.stop)
        screen.begin()
        cls.window = cls.desk.open_window(**cls.compositor.settings, DISPLAY="")
        cls.addClassCleanup(cls.desk.close_window)
        cls.screen = screen.Screen(cls.compositor, "vault-desktop")
        cls.screen.wait_for_text("Spare key")

    def setUp(self):
        self.desk.vault("lock")
        self.compositor.look_back()
        # There is no pointer here: a link leads to the task, and the buttons are pressed as assistive technology does.
        run_window(self.desk, f"vault://task/{self.task}", **self.compositor.settings)
        self.screen.find("Reveal", BUTTON)

    def reveal(self):
        """Reveals the text, with the PIN."""
        self.screen.act("Reveal", BUTTON)
        self.answer()
        self.screen.find("Hide", BUTTON)
        self.assertGreater(self.copies(TEXT), 0, "the scan finds nothing that is there")

    def answer(self):
        """Gives the PIN."""
        self.wait_for_keyboard("PIN")
        self.compositor.type(PIN, "-k", "Return")

    def wait_for_keyboard(self, name):
        """Waits until what is typed goes to a widget."""
        def look():
            return any(
                node.name == name and node.has(screen.Atspi.StateType.FOCUSED)
                for node in self.screen.nodes())
        wait_until(look, 15, f"the keyboard at {name}", self.screen.texts)

    def copies(self, text):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())

    def test_tasks_by_keyboard(self):
        # Keys that come right after a link were meant for another window.
        time.sleep(0.8)
        self.compositor.type("-M", "ctrl", "-k", "n", "-m", "ctrl", "-s", "300", "Water plants fri 18:00 +home", "-k", "Return")
        self.screen.wait_for_text("Water plants")

    def test_lock_hides(self):
        self.reveal()
        self.desk.vault("lock")
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.assertEqual((0, 0), (self.copies(TEXT), self.copies(PIN)))

    def test_keys_that_were_pressed_are_not_left(self):
        self.reveal()
        self.screen.act("Edit Text…", BUTTON)
        self.wait_for_keyboard("Text")
        self.compositor.type("behind the blue door of the shed")
        wait_until(lambda: self.presses() > 20, 10, "what was typed, in the ring of the connection")
        self.desk.vault("lock")
        self.screen.wait_for_text("Hidden: the vault was locked. It can be saved as it is.")
        wait_until(lambda: self.presses() == 0, 10, "another content of the ring", lambda: f"{self.presses()} presses")
        self.compositor.type("-k", "Escape")
        self.screen.act("Discard", BUTTON)
        self.screen.wait_without("Edit Text")

    def presses(self):
        """How many events of keys that went down are in the window's memory, as the compositor sends them (wl_keyboard.key)."""
        return memory.count_matches(self.window.process.pid, rb"(?s)\x03\x00\x18\x00.{8}[\x01-\xff]\x00\x00\x00\x01\x00\x00\x00")

    def test_another_workspace_hides(self):
        self.reveal()
        self.compositor.look_elsewhere()
        wait_until(lambda: self.copies(TEXT) == 0, 10, "no copy of the text")

    def test_copy(self):
        self.screen.act("Copy", BUTTON)
        self.answer()
        wait_until(lambda: self.compositor.pasted() == TEXT, 15, "the text on the clipboard", self.compositor.pasted)
        self.desk.vault("lock")
        wait_until(lambda: TEXT not in self.compositor.pasted(), 15, "an empty clipboard", self.compositor.pasted)
        self.assertEqual(0, self.copies(PIN))


if __name__ == "__main__":
    unittest.main()
