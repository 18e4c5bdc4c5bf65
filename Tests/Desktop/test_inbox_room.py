"""What a sender chooses takes no more room in the inbox than it is given, and moves nothing."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.pictures import write_png
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class InboxRoomTest(unittest.TestCase):
    """Whoever sends something has no say over where the buttons are."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        # An empty vault would be set up first.
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")
        cls.desk.keys("alt+2")

    def push(self, title, body, *options):
        """Pushes a task to the user themselves, and chooses it."""
        payload = {"aps": {"alert": {"title": title, "body": body}}, "kind": "task"}
        self.desk.vault("push", "send", "-", *options, text=json.dumps(payload))
        self.screen.wait_for_text(body)
        self.screen.press(body)

    def test_a_letter_of_many_signs_makes_no_window_wider(self):
        self.push("a" + "\u20dd\u0489" * 250, "Next to no room.")
        self.screen.find("Accept", BUTTON)
        self.desk.keys("Delete")
        wait_until(lambda: any(text.startswith("Delete “a") for text in self.screen.texts()), 10, "the question", self.screen.texts)
        self.desk.wait_for_window("")
        widths = [self.screen.window(title).place().width for title in ("Vault", "Cancel")]
        self.desk.press("Escape")
        self.screen.wait_without("Cancel")
        self.assertEqual([], [width for width in widths if not 0 < width <= 960])

    def test_a_picture_moves_no_button(self):
        """Whoever sends it could have it come late, and choose how high it is."""
        tops = []
        for height in (8, 120, 700):
            name = f"A picture {height} high"
            file = write_png(self.desk.home.path(f"{height}.png"), 40, height, (200, 40, 40))
            self.push(name, f"Look at {height}.", "--image", str(file))
            self.screen.find(f"Picture: {name}")
            tops.append(self.screen.find("Accept", BUTTON).place().y)
        self.assertEqual(1, len(set(tops)), tops)


if __name__ == "__main__":
    unittest.main()
