"""What a sender chooses takes no more room in the inbox than it is given, and moves nothing."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.pictures import count_dark, write_png
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

    def byline_ink(self):
        """How many dark pixels stand where the item that is shown says who sent it; None before it does."""
        byline = next((node for node in self.screen.nodes() if node.name.startswith("task from you") and node.name.endswith("waits for you")), None)
        place = byline and screen.answer(byline.place)
        return count_dark(self.desk, place) if place and place.height > 0 else None

    def test_marks_are_drawn_over_no_other_line(self):
        """As many as a letter may have would reach from a title over the line that says who sent it, and over the sentence of a question."""
        self.push("Plain letters", "Next to no ink.")
        plain = wait_until(self.byline_ink, 10, "who sent it")
        title = "o\u0323" * 20
        self.push(title.replace("\u0323", "\u0323" * 15), "Much ink.")
        self.screen.find("Decline", BUTTON)
        self.desk.move(1270, 790)
        wait_until(lambda: self.byline_ink() == plain, 5, "no ink but that of the line", lambda: f"{plain} before, {self.byline_ink()} now")

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
