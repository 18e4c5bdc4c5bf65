"""The tab with the tasks."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON


class TasksTest(unittest.TestCase):
    """Tasks in the window and at the command line are the same ones."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("add", "Call the bank", "--due", "2020-01-01")
        cls.desk.vault("add", "Buy milk", "--tag", "home")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def tasks(self):
        return {task["name"]: task for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]}

    def test_sections(self):
        self.screen.wait_for_text("Overdue (1)", "Call the bank", "Buy milk")

    def test_quick_entry(self):
        self.screen.wait_for_text("Buy milk")
        self.desk.keys("ctrl+n")
        self.desk.type("Water plants tomorrow +garden")
        self.screen.wait_for_text("due tomorrow · tag garden")
        self.desk.keys("Return")
        self.screen.wait_for_text("Water plants", "tomorrow · +garden")
        wait_until(lambda: "Water plants" in self.tasks(), 10, "the task at the command line")
        self.assertEqual(self.tasks()["Water plants"]["tags"], ["garden"])

    def test_done_and_undo(self):
        self.desk.vault("add", "Fix roof")
        self.screen.press("Done: Fix roof")
        self.screen.wait_for_text("Done: “Fix roof”")
        wait_until(lambda: self.tasks()["Fix roof"]["isDone"], 10, "the task to be done")
        self.screen.press("Undo")
        self.screen.wait_for_text("Fix roof")
        wait_until(lambda: not self.tasks()["Fix roof"]["isDone"], 10, "the task to be open again")

    def test_filter(self):
        self.desk.vault("add", "Only here", "--tag", "rare")
        self.screen.wait_for_text("Only here", "Buy milk")
        self.desk.keys("ctrl+f")
        self.desk.type("+rare")
        self.screen.wait_without("Buy milk")
        self.screen.wait_for_text("Only here")
        self.desk.keys("ctrl+a", "BackSpace")
        self.screen.wait_for_text("Buy milk")

    def test_narrow(self):
        self.screen.wait_for_text("Buy milk")
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.screen.press("Buy milk")
        self.screen.find("Back", BUTTON)
        self.screen.press("Back", BUTTON)
        self.screen.wait_for_text("Buy milk")
        wait_until(lambda: "Back" not in [node.get_name() for node in self.screen.nodes()], 10, "no way back from the list")

    def test_step(self):
        self.desk.vault("add", "Pack", "--subtask", "Tent", "--subtask", "Stove")
        self.screen.press("Pack")
        self.screen.press("Stove", screen.Atspi.Role.CHECK_BOX)
        wait_until(lambda: [step["isDone"] for step in self.tasks()["Pack"]["subtasks"]] == [False, True], 10, "the step to be done")

    def test_deletes_only_what_is_seen(self):
        self.desk.vault("add", "Keep me")
        self.screen.press("Keep me")
        self.desk.keys("ctrl+f")
        self.desk.type("+nothing")
        self.screen.wait_without("Keep me")
        self.desk.keys("Escape", "Delete", "ctrl+d")
        self.desk.keys("ctrl+f", "ctrl+a", "BackSpace")
        self.screen.wait_for_text("Keep me")
        self.assertFalse(self.tasks()["Keep me"]["isDone"])

    def test_names(self):
        self.screen.wait_for_text("Buy milk")
        self.assertEqual([], self.screen.unnamed())


if __name__ == "__main__":
    unittest.main()
