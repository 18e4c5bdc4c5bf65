"""What is told below the page: no longer than it belongs there, and not over what is typed."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE = screen.Atspi.Role
TEXTS = (ROLE.LABEL, ROLE.STATIC)


class ToastsTest(unittest.TestCase):
    """Short messages in a window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # A window that finds no task at all begins with the setting up.
        cls.desk.vault("add", "Sleep")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Sleep")

    def tasks(self):
        """The tasks as the command line has them."""
        return {task["name"]: task for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]}

    def place(self, name, *roles):
        """Where a widget is; None where it has no place."""
        node = self.screen.find(name, *roles)
        place = screen.answer(node.place)
        return place if place and place.width > 0 else None

    def test_another_page_ends_them(self):
        self.desk.vault("add", "Pay rent")
        self.screen.press("Done: Pay rent")
        self.screen.wait_for_text("Done: “Pay rent”")
        self.desk.keys("alt+2")
        self.screen.wait_without("Done: “Pay rent”")
        self.desk.keys("alt+1")
        # It can be taken back all the same.
        self.desk.keys("ctrl+z")
        wait_until(lambda: not self.tasks()["Pay rent"]["isDone"], 10, "the task to be open again")

    def test_they_stand_above_an_entry_that_is_typed_in(self):
        self.desk.vault("add", "Pack")
        self.screen.press("Pack", *TEXTS)
        entry = wait_until(lambda: self.place("New subtask", ROLE.TEXT, ROLE.ENTRY), 10, "the entry")
        # The entry is at the bottom of what is seen.
        self.desk.resize(960, entry.y + entry.height + 20)
        self.addCleanup(self.desk.resize, 960, 640)
        self.screen.press("New subtask", ROLE.TEXT, ROLE.ENTRY)
        self.desk.type("Tent")
        self.desk.press("Return")
        self.screen.wait_for_text("Tent")
        told = wait_until(lambda: next((text for text in self.screen.texts() if text.startswith("Subtask added")), None), 10, "what was done", self.screen.texts)

        def is_above():
            toast, typed = self.place(told, *TEXTS), self.place("New subtask", ROLE.TEXT, ROLE.ENTRY)
            return toast and typed and toast.y + toast.height <= typed.y
        wait_until(is_above, 5, "the message above the entry", lambda: f"{vars_of(self.place(told, *TEXTS))}, {vars_of(self.place('New subtask'))}")


def vars_of(place):
    """A place in words."""
    return place and (place.x, place.y, place.width, place.height)


if __name__ == "__main__":
    unittest.main()
