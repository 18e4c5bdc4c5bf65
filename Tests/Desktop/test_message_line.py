"""The line in which one writes to somebody: nothing lies over it, and what is typed for it goes nowhere else."""

import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import FriendCase
from Tests.Desktop import screen

BUTTON, ENTRY = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT
MENU = "About this person"
TASK = "Task, for instance: milk fri 18:00"
NOBODY = "“zed” is neither a user's ID nor the name of a contact of yours. Ask them for their ID or for an invitation: both are in their Profile."


class MessageLineTest(FriendCase):
    """Ada has a conversation with Bob open."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.desk.vault("message", "send", "bob", "Are you there?")
        cls.open_window()
        cls.screen.find("Tasks")

    def setUp(self):
        self.desk.keys("alt+4")
        self.screen.press("Are you there?")
        self.screen.find("Message", ENTRY)
        self.desk.look()

    def line(self):
        """What stands in the line."""
        return self.screen.find("Message", ENTRY).text()

    def empty_line(self):
        """Leaves nothing for the next test."""
        self.desk.press("ctrl+a", "BackSpace")

    def test_a_message_stands_above_it_in_any_width(self):
        self.addCleanup(self.desk.resize, 960, 640)
        self.screen.press("Write to", ENTRY)
        self.desk.type("zed")
        self.desk.press("Return")
        self.screen.wait_for_text(NOBODY)
        self.wait_until_above()
        self.desk.resize(360, 640)
        self.screen.find("Back", BUTTON)
        self.wait_until_above()

    def wait_until_above(self):
        """Waits until the message has left the line free."""
        def places():
            return [self.screen.find(name, *roles).place() for name, roles in ((NOBODY, ()), ("Message", (ENTRY,)))]

        def is_above():
            told, line = places()
            return line.width > 0 and told.y + told.height <= line.y
        wait_until(is_above, 4, "the message above the line", lambda: f"{[(place.y, place.height) for place in places()]}")

    def test_it_has_the_keyboard_after_the_menu(self):
        for number, leave in enumerate((lambda: self.desk.press("Escape"), lambda: self.desk.click(700, 400))):
            self.screen.press(MENU)
            self.screen.find("Propose a Task…", BUTTON)
            leave()
            wait_until(lambda: not self.screen.has("Propose a Task…", BUTTON), 10, "the menu to be gone")
            self.type_in_line(f"blocked {number}")

    def test_it_has_the_keyboard_after_a_form(self):
        self.screen.press(MENU)
        self.screen.act("Name…", BUTTON)
        self.screen.find("What you call them")
        self.desk.wait_for_window("Name")
        self.desk.press("Escape")
        wait_until(lambda: not self.desk.has_window("Name"), 10, "the form to be gone")
        self.desk.focus()
        self.type_in_line("blocked one")

    def type_in_line(self, text):
        """Types, and waits until that stands in the line."""
        self.desk.type(text)
        wait_until(lambda: self.line() == text, 5, f"“{text}” in the line", self.line)
        self.empty_line()


if __name__ == "__main__":
    unittest.main()
