"""The tab with the tasks."""

import json
import os
import time
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

    def test_all_sections(self):
        for name, due in (("Wind the clock", "today"), ("Post the letter", "in 3 days")):
            added = json.loads(self.desk.vault("add", name, "--due", due, "--json"))["task"]["id"]
            self.addCleanup(self.desk.vault, "delete", added)
        self.screen.wait_for_text("Wind the clock", "Post the letter")
        headed = [text for text in self.screen.texts() if text in ("Overdue (1)", "Today (1)", "Wind the clock", "Upcoming (1)", "Post the letter") or text.startswith("No date (")]
        self.assertEqual(["Overdue (1)", "Today (1)", "Wind the clock", "Upcoming (1)", "Post the letter"], headed[:5])
        self.assertTrue(headed[5].startswith("No date ("), headed)

    def test_order_done(self):
        added = json.loads(self.desk.vault("add", "Tie the knot", "--json"))["task"]["id"]
        self.addCleanup(self.desk.vault, "delete", added)
        self.desk.vault("done", added)
        self.screen.wait_without("Tie the knot")
        self.screen.press("Sort")
        self.desk.press("End", "Return")
        self.addCleanup(lambda: [self.screen.press("Sort"), self.desk.press("Home", "Return"), self.screen.wait_for_text("Buy milk")])
        self.screen.wait_for_text("Tie the knot")
        self.assertNotIn("Buy milk", self.screen.texts())
        self.screen.find("Open again: Tie the knot", screen.Atspi.Role.CHECK_BOX)

    def test_undo_is_offered_for_ten_seconds(self):
        # It is overdue, so that it is seen at the top, however many there are.
        self.desk.vault("add", "Oil the hinge", "--due", "2020-01-02")
        self.screen.press("Done: Oil the hinge")
        began = time.monotonic()
        self.screen.find("Undo", BUTTON)
        wait_until(lambda: not self.screen.has("Undo", BUTTON), 40, "the end of it")
        # It began no earlier, so it is gone no earlier than after its time; what is only told goes after five.
        self.assertGreater(time.monotonic() - began, 9)

    def test_quick_entry(self):
        self.screen.wait_for_text("Buy milk")
        self.desk.keys("ctrl+n")
        self.desk.type("Water plants tomorrow +garden")
        self.screen.wait_for_text("due tomorrow · tag garden")
        self.desk.keys("Return")
        self.screen.wait_for_text("Water plants", "tomorrow · +garden")
        wait_until(lambda: "Water plants" in self.tasks(), 10, "the task at the command line")
        self.assertEqual(self.tasks()["Water plants"]["tags"], ["garden"])

    def test_what_is_half_written_goes_on_where_it_was_left(self):
        entry = self.screen.find("New task", screen.Atspi.Role.TEXT, screen.Atspi.Role.ENTRY)
        for page, name in (("alt+2", "Inbox"), ("alt+4", "Messages")):
            with self.subTest(name):
                self.desk.keys("alt+1", "ctrl+n", "ctrl+a", "BackSpace")
                self.desk.type("Water all")
                self.desk.keys(page)
                self.screen.wait_for_page(name)
                self.desk.keys("alt+1")
                self.screen.wait_for_page("Tasks")
                self.desk.keys("ctrl+n")
                self.desk.type(" of them")
                wait_until(lambda: entry.text() == "Water all of them", 5, "the whole line", entry.text)
        # What somebody has selected is replaced.
        self.desk.keys("ctrl+a", "BackSpace")
        wait_until(lambda: entry.text() == "", 5, "an empty line", entry.text)

    def test_done_and_undo(self):
        self.desk.vault("add", "Fix roof")
        self.screen.press("Done: Fix roof")
        self.screen.wait_for_text("Done: “Fix roof”")
        wait_until(lambda: self.tasks()["Fix roof"]["isDone"], 10, "the task to be done")
        self.screen.press("Undo")
        self.screen.wait_for_text("Fix roof")
        wait_until(lambda: not self.tasks()["Fix roof"]["isDone"], 10, "the task to be open again")

    def test_double_click_is_one(self):
        added = json.loads(self.desk.vault("add", "Pay rent", "--due", "2031-01-31", "--repeat", "monthly on last day", "--json"))["task"]["id"]
        self.addCleanup(self.desk.vault, "delete", added)
        self.screen.wait_for_text("Pay rent")
        place = self.screen.find("Done: Pay rent").place()
        self.desk.double_click(place.x + place.width // 2, place.y + place.height // 2)
        self.screen.wait_for_text("Done: “Pay rent”")
        # Whoever means it twice is obeyed, a moment later.
        wait_until(lambda: self.tasks()["Pay rent"]["dueDate"].startswith("2031-02-28"), 10, "the next month", lambda: f"{self.tasks()['Pay rent']}")
        time.sleep(1.2)
        self.assertTrue(self.tasks()["Pay rent"]["dueDate"].startswith("2031-02-28"))
        self.assertFalse(self.screen.find("Done: Pay rent").has_now(screen.Atspi.StateType.CHECKED))

    def test_undo_from_the_empty_entry(self):
        self.desk.keys("ctrl+n")
        self.desk.type("Typed by mistake")
        self.desk.press("Return")
        wait_until(lambda: "Typed by mistake" in self.tasks(), 10, "the task")
        self.screen.wait_for_text("Added: “Typed by mistake”")
        self.desk.press("ctrl+z")
        wait_until(lambda: "Typed by mistake" not in self.tasks(), 10, "the task to be gone again")

    def test_impossible_time_is_told_while_it_is_typed(self):
        self.desk.keys("ctrl+n")
        self.desk.press("ctrl+a")
        self.desk.type("Buy bread fri 25:00")
        self.screen.wait_for_text("“fri 25:00” stays in the name: there is no such time.")
        self.desk.press("ctrl+a")
        self.desk.type("Buy bread tomorow 9:00")
        self.screen.wait_for_text("“tomorow” stays in the name: did you mean “tomorrow”?")
        self.desk.press("ctrl+a", "BackSpace")
        self.screen.wait_without("“tomorow” stays in the name: did you mean “tomorrow”?")

    def test_notes_with_an_address_are_shown_as_they_are(self):
        added = json.loads(self.desk.vault("add", "Read on", "--notes", "See https://example.org/talk & <b>that</b>.", "--json"))["task"]["id"]
        self.addCleanup(self.desk.vault, "delete", added)
        self.screen.press("Read on")
        self.screen.wait_for_text("See https://example.org/talk & <b>that</b>.")

    def test_sort(self):
        for words in (["Zebra stripes", "--due", "today"], ["Apple pie"]):
            added = json.loads(self.desk.vault("add", *words, "--json"))["task"]["id"]
            # The list stays short enough to be seen whole.
            self.addCleanup(self.desk.vault, "delete", added)
        wait_until(lambda: self.shown("Zebra stripes", "Apple pie"), 15, "what is due first", self.screen.texts)
        self.screen.press("Sort")
        self.desk.press("Down", "Down", "Return")
        wait_until(lambda: self.shown("Apple pie", "Zebra stripes"), 15, "what comes first in the alphabet", self.screen.texts)
        self.screen.press("Sort")
        self.desk.press("Up", "Up", "Return")
        wait_until(lambda: self.shown("Zebra stripes", "Apple pie"), 15, "what is due first", self.screen.texts)

    def shown(self, *names):
        """Whether these tasks are listed in this order."""
        return [text for text in self.screen.texts() if text in names] == list(names)

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
        # The page's name is the heading where the switcher is at the bottom.
        self.assertFalse(self.screen.has("Vault", screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC))
        self.screen.press("Back", BUTTON)
        self.screen.wait_for_text("Buy milk")
        wait_until(lambda: "Back" not in [node.name for node in self.screen.nodes()], 10, "no way back from the list")

    def test_step(self):
        self.desk.vault("add", "Pack", "--subtask", "Tent", "--subtask", "Stove")
        self.screen.press("Pack")
        self.screen.press("Stove", screen.Atspi.Role.CHECK_BOX)
        wait_until(lambda: [step["isDone"] for step in self.tasks()["Pack"]["subtasks"]] == [False, True], 10, "the step to be done")
        # It is seen where it was ticked: nothing is laid over the page to tell it, and Ctrl+Z takes it back.
        self.assertFalse([text for text in self.screen.texts() if text.startswith("Subtask done")])
        self.desk.keys("ctrl+z")
        wait_until(lambda: [step["isDone"] for step in self.tasks()["Pack"]["subtasks"]] == [False, False], 10, "the step to be open again")

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
