"""Home, End, Page Up and Page Down in the list of tasks and in that of the inbox."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
# More than a window shows.
TASKS, ITEMS = 60, 16


class ListKeysTest(unittest.TestCase):
    """Lists that are longer than a page."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in("ada@example.org", "correct horse battery")
        cls.add_tasks()
        for number in range(ITEMS):
            cls.desk.vault("push", "send", "-", text=json.dumps({"aps": {"alert": {"title": f"Item {number:02}", "body": "All of it."}}, "kind": "notice"}))
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Task 000")

    @classmethod
    def add_tasks(cls):
        """Below two headings, in the order of their names."""
        file = cls.desk.home.path("tasks.ics")
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test"]
        for number in range(TASKS):
            due = [f"DUE;VALUE=DATE:2031{1 + number // 28:02}{1 + number % 28:02}"] if number < 40 else []
            lines += ["BEGIN:VTODO", f"UID:{number}@test", f"SUMMARY:Task {number:03}", *due, "END:VTODO"]
        file.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]))
        cls.desk.vault("import", str(file))

    def focused(self):
        """The row that has the keyboard."""
        for node in self.screen.nodes():
            if node.has(STATE.FOCUSED) and node.role == ROLE.LIST_ITEM:
                return node.name
        return ""

    def wait_for(self, *names):
        """Waits until the row with one of these names has the keyboard, and is the one whose detail is seen."""
        wait_until(lambda: any(name in self.focused() for name in names), 15, f"the keyboard at {names}", self.focused)
        name = next(name for name in names if name in self.focused())
        wait_until(lambda: self.screen.texts().count(name) >= 2, 15, f"the detail of {name}", self.screen.texts)
        return name

    def test_tasks(self):
        self.desk.keys("alt+1")
        self.screen.wait_for_page("Tasks")
        self.screen.press("Task 000", ROLE.LABEL, ROLE.STATIC)
        self.wait_for("Task 000")
        last = self.all_names()[-1]
        self.desk.press("End")
        self.wait_for(last)
        self.desk.press("Home")
        self.wait_for("Task 000")
        # A page is what is seen at once, whatever that is here.
        self.desk.press("Page_Down")
        wait_until(lambda: self.focused() and "Task 000" not in self.focused(), 15, "another page", self.focused)
        self.assertNotIn(last, self.focused())
        self.desk.press("Page_Up")
        self.wait_for("Task 000")
        # From anywhere, over the heading in between, and twice in a row.
        self.desk.press("End", "Page_Down", "Page_Up", "Home", "End", "End")
        self.wait_for(last)
        self.desk.press("Home", "Home", "Page_Up")
        self.wait_for("Task 000")

    def all_names(self):
        """The tasks in the order of the list."""
        return [task["name"] for task in json.loads(self.desk.vault("list", "--json", "--limit", "1000"))["tasks"]]

    def test_inbox(self):
        self.desk.keys("alt+2")
        self.screen.wait_for_page("Inbox")
        self.screen.wait_for_text(f"Item {ITEMS - 1:02}")
        self.screen.press(f"Item {ITEMS - 1:02}", ROLE.LABEL, ROLE.STATIC)
        self.wait_for(f"Item {ITEMS - 1:02}")
        self.desk.press("End")
        self.wait_for("Item 00")
        self.desk.press("Home")
        self.wait_for(f"Item {ITEMS - 1:02}")


if __name__ == "__main__":
    unittest.main()
