"""A window that is closed while something stands half typed."""

import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import FriendCase
from Tests.Desktop import screen

BUTTON, ENTRY = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT
QUESTION = "Close and discard what you typed?"


class ClosingTest(FriendCase):
    """Ctrl+W, Ctrl+Q and the desktop's own way."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.desk.vault("message", "send", "bob", "Hello")
        cls.desk.vault("add", "Buy milk")
        screen.begin()

    def setUp(self):
        self.window = self.desk.open_window()
        self.addCleanup(self.end)
        self.screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text("Buy milk")

    def end(self):
        """Ends the window's program, if it is still there."""
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")

    def closes(self):
        """Waits until the window's program has ended."""
        wait_until(lambda: self.window.process.poll() is not None, 15, "the window to close", lambda: f"{self.screen.texts()}")

    def quit_from_outside(self):
        """Closes the window as the button in its bar does, which no key of another window's reaches."""
        self.screen.act("Close", BUTTON)

    def test_a_new_task(self):
        self.desk.keys("ctrl+n")
        self.desk.type("Walk the d")
        self.desk.keys("ctrl+w")
        self.screen.wait_for_text(QUESTION, "It is kept nowhere: New task.")
        self.desk.press("Escape")
        self.screen.find_after_dialog("New task", ENTRY)
        self.assertIsNone(self.window.process.poll())
        self.desk.keys("End")
        self.desk.type("og")
        self.desk.press("Return")
        self.screen.wait_for_text("Walk the dog")
        # What is sent is not lost, and blanks are nothing.
        self.desk.type("  ")
        self.desk.keys("ctrl+w")
        self.closes()

    def test_nothing_typed(self):
        self.desk.keys("ctrl+f")
        self.desk.type("milk")
        self.desk.keys("ctrl+q")
        self.closes()

    def test_a_message_in_a_conversation_that_is_not_shown(self):
        self.desk.keys("alt+4")
        self.screen.press("bob")
        self.screen.press("Message", ENTRY)
        self.desk.type("Are you ther")
        self.desk.keys("alt+1", "ctrl+q")
        self.screen.wait_for_text(QUESTION, "It is kept nowhere: Message.")
        self.screen.press("Discard", BUTTON)
        self.closes()
        # Nothing of it was written anywhere.
        found = [path for path in self.desk.home.root.rglob("*") if path.is_file() and b"Are you ther" in path.read_bytes()]
        self.assertEqual([], found)

    def test_a_form_with_changes(self):
        self.screen.press("Buy milk")
        self.desk.keys("ctrl+e")
        self.desk.wait_for_window("Edit Task")
        self.screen.find("Save", BUTTON)
        self.desk.type("Buy bread")
        self.quit_from_outside()
        self.screen.wait_for_text(QUESTION, "It is kept nowhere: Edit Task.")
        self.screen.press("Discard", BUTTON)
        self.closes()


if __name__ == "__main__":
    unittest.main()
