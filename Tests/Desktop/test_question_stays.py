"""A question that nobody waits for any more, while somebody types the answer."""

import json
import os
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN = "a pin for the window"
BEGINNING, REST = "a pin for", "the window"
# Less than the time for which keys are kept from what comes to the front, in seconds.
QUICK = 0.6
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class QuestionStaysTest(unittest.TestCase):
    """Any program can lock the vault, or end the agent: the rest of a PIN becomes no task then, which is kept in the clear."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Latin", "-", text="under the third flowerpot")
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def tasks(self):
        """What the tasks are called."""
        return [task.get("label") or task["name"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"]]

    def type_while(self, deed):
        """Begins to type the PIN, has something done that ends the question, and types on."""
        self.screen.find("Latin")
        self.desk.keys("ctrl+n")
        self.desk.keys("ctrl+shift+r")
        self.screen.find("PIN")
        self.desk.type(BEGINNING)
        wait_until(lambda: memory.count(self.window.process.pid, BEGINNING.encode()) > 0, 10, "what was typed in memory: the scan finds nothing that is there")
        deed()
        self.screen.wait_for_text(screen.OVER)
        wait_until(lambda: memory.count(self.window.process.pid, BEGINNING.encode()) == 0, 10, "no copy of what was typed")
        self.desk.type(REST)
        self.desk.press("Return")
        self.assertIn(screen.OVER, self.screen.texts())
        self.screen.close_what_is_over()
        self.assertEqual(["Latin"], self.tasks())
        entry = self.screen.find("New task", screen.Atspi.Role.TEXT, screen.Atspi.Role.ENTRY)
        self.assertEqual("", entry.text())

    def test_one_without_a_letter_closes_by_itself(self):
        """And the first letters of a PIN get nowhere: keys are kept for 0.7 s from what is below. An attempt counts that has typed as quickly."""
        def attempt():
            self.screen.find("Latin")
            self.desk.keys("ctrl+n")
            self.desk.keys("ctrl+shift+r")
            self.screen.find("It opens what is protected.")
            count = len(self.desk._seen(""))
            self.desk.vault("lock")
            began = time.monotonic()
            wait_until(lambda: len(self.desk._seen("")) < count, 10, "the question to close", self.screen.texts)
            self.desk.focus()
            self.desk.press("a", "p", "i", "n")
            if time.monotonic() - began < QUICK:
                return True
            self.desk.press("ctrl+a", "BackSpace")
            return False
        wait_until(attempt, 90, "letters that are typed at once")
        self.assertFalse(self.screen.has(screen.OVER))
        entry = self.screen.find("New task", screen.Atspi.Role.TEXT, screen.Atspi.Role.ENTRY)
        self.assertEqual("", entry.text())
        self.desk.look()

    def test_lock(self):
        self.type_while(lambda: self.desk.vault("lock"))

    def test_agent_that_is_killed(self):
        self.type_while(self.desk.kill_agent)

    def test_what_was_asked_is_asked_again(self):
        self.type_while(lambda: self.desk.vault("lock"))
        self.desk.keys("ctrl+shift+r")
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide All", BUTTON)
        self.desk.vault("lock")


if __name__ == "__main__":
    unittest.main()
