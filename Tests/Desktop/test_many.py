"""More tasks selected than are changed at once."""

import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON
# Below two headings.
COUNT, MOST = 620, 500


class ManyTest(unittest.TestCase):
    """A list that nobody scrolls through."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        file = cls.desk.home.path("tasks.ics")
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test"]
        for number in range(COUNT):
            due = ["DUE;VALUE=DATE:20310101"] if number < 300 else []
            lines += ["BEGIN:VTODO", f"UID:{number}@test", f"SUMMARY:Task {number:03}", *due, "END:VTODO"]
        file.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]))
        cls.desk.vault("import", str(file))
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Task 000")

    def test_headings_are_no_tasks_and_the_first_ones_can_be_changed(self):
        # From the filter to the first task.
        self.desk.keys("ctrl+f", "Down", "ctrl+a")
        self.screen.wait_for_text(f"{COUNT} tasks selected")
        self.screen.press(f"Select the First {MOST}", BUTTON)
        self.screen.wait_for_text(f"{MOST} tasks selected")
        self.screen.press("Delete", BUTTON)
        self.screen.wait_for_text(f"{MOST} tasks are deleted")
        wait_until(lambda: len(self.desk.vault("list", "--limit", "0").splitlines()) < COUNT - MOST + 20, 15, "what is left")


if __name__ == "__main__":
    unittest.main()
