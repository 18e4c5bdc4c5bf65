"""A second PIN, typed after a wrong one."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

PIN = "a pin for the window"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class SecondPinTest(unittest.TestCase):
    """Who knows that the PIN was wrong types the right one at once: nothing of it becomes a task, which is kept in the clear."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Latin", "-", text="under the third flowerpot")
        cls.desk.vault("lock")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def is_settled(self):
        """Whether the question can be answered, or says why it can't be."""
        return self.screen.has("Close", BUTTON) or any(node.role == screen.Atspi.Role.PASSWORD_TEXT for node in self.screen.nodes())

    def test_no_key_reaches_the_window(self):
        self.screen.find("Latin")
        self.desk.keys("ctrl+n")
        self.desk.keys("ctrl+shift+r")
        self.screen.find("PIN")
        for _ in range(12):
            self.desk.type("a wrong one")
            self.desk.press("Return")
            # The answer is being looked at.
            self.desk.type("garden99")
            self.desk.press("Return")
            wait_until(self.is_settled, 30, "the next question", lambda: f"{self.screen.texts()}")
            if self.screen.has("Close", BUTTON):
                break
            self.screen.wait_for_text("That PIN or recovery code is wrong.")
        self.assertTrue(self.screen.has("Close", BUTTON), self.screen.texts())
        self.desk.type("garden99")
        self.desk.press("Return")
        self.assertTrue(self.screen.has("Close", BUTTON), self.screen.texts())
        self.desk.press("Escape")
        self.screen.wait_without("Close")
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        self.assertEqual(["Latin"], [task.get("label") or task["name"] for task in tasks])
        entry = self.screen.find("New task", screen.Atspi.Role.TEXT, screen.Atspi.Role.ENTRY)
        self.assertEqual("", entry.text())


if __name__ == "__main__":
    unittest.main()
