"""What is selected stays in sight: in a long list that changes, below a message, and when its time comes."""

import datetime
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
BUTTON, TEXTS = ROLE.PUSH_BUTTON, (ROLE.LABEL, ROLE.STATIC)
# The height of a row, and how long a minute is waited for, in seconds.
ROW, MINUTES = 52, 130


class InSightTest(unittest.TestCase):
    """A list that is longer than its window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        for number in range(14):
            cls.desk.vault("add", f"Task {number:02}", *(["--due", "in 3 days"] if number < 7 else []))
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Task 00")

    def setUp(self):
        self.desk.keys("ctrl+n")

    def add(self, line, name):
        """Types a task, and waits until it is selected."""
        self.desk.type(line)
        self.desk.press("Return")
        row = wait_until(lambda: self.selected(name), 10, f"{name} to be selected", self.screen.texts)
        self.addCleanup(self.remove, name)
        return row

    def remove(self, name):
        """Deletes the selected task."""
        self.screen.act("Delete", BUTTON)
        wait_until(lambda: not self.selected(name), 10, f"{name} to be gone")

    def selected(self, name):
        """The row of a task, where it is the one that is selected."""
        return next((node for node in self.screen.nodes() if node.role == ROLE.LIST_ITEM and node.name.split(", ")[0] == name and node.has(STATE.SELECTED)), None)

    def is_seen(self, name):
        """Whether the selected row of a task is seen whole."""
        node = self.selected(name)
        place, around = node and screen.answer(node.place), screen.answer(self.screen.find("Tasks", ROLE.LIST).place)
        return bool(place and around and place.height > 0 and place.y >= around.y and place.y + place.height <= around.y + around.height + 1)

    def test_it_goes_along_into_another_section(self):
        self.add("Ping today 23:59", "Ping")
        wait_until(lambda: self.is_seen("Ping"), 10, "the row in sight")
        task = next(line.split()[0] for line in self.desk.vault("list").splitlines() if "Ping" in line)
        self.desk.vault("edit", task, "--due", "2020-01-01")
        self.screen.wait_for_text("Overdue (1)")
        wait_until(lambda: self.is_seen("Ping"), 5, "the row in sight", lambda: f"{screen.answer(self.selected('Ping').place)}")

    def test_the_row_that_was_added_is_above_what_is_told_of_it(self):
        self.add("Zebra", "Zebra")
        message = wait_until(lambda: screen.still(lambda: screen.answer(self.screen.find("Added: “Zebra”", *TEXTS).place)), 10, "the message")
        self.assertGreater(message.y, 400, "at the bottom")

        def bottom():
            place = screen.answer(self.selected("Zebra").place)
            return place.y + place.height
        wait_until(lambda: self.is_seen("Zebra") and bottom() <= message.y, 5, "the row above the message", lambda: f"{bottom()}, {message}")
        self.screen.act("Dismiss", BUTTON)
        wait_until(lambda: bottom() > message.y, 10, "the row down at the end again", lambda: f"{bottom()}")

    def test_its_time_comes(self):
        now = datetime.datetime.now()
        due = (now + datetime.timedelta(seconds=70)).replace(second=0)
        self.add(f"Bell today {due:%H:%M}", "Bell")
        wait_until(lambda: "Overdue (1)" in self.screen.texts(), MINUTES, "the time to come", self.screen.texts)
        wait_until(lambda: "in 1 min" not in self.screen.texts(), 5, "no reminder in a minute", self.screen.texts)
        wait_until(lambda: self.is_seen("Bell"), 5, "the row in sight")


if __name__ == "__main__":
    unittest.main()
