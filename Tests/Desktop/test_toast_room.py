"""What is told while a protected text is on the screen has a room of its own: it lies over nothing of the text."""

import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

PIN = "a pin for the window"
BUTTON = screen.Atspi.Role.PUSH_BUTTON
TEXTS = (screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC)


class ToastRoomTest(unittest.TestCase):
    """A long text, and what is told of it."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        for label in ("Narrow", "Wide"):
            cls.desk.vault("add", "--protected", "--label", label, "-", text="\n".join(f"line {number}" for number in range(60)))
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def seen(self, node):
        """The highest and the lowest point of a widget that are seen: what is scrolled out of sight is not. None for one without a place."""
        place = screen.answer(node.place)
        if not place or place.height <= 0:
            return None
        top, bottom = place.y, place.y + place.height
        while (node := node.parent) is not None:
            around = screen.answer(node.place)
            if around and around.height > 0:
                top, bottom = max(top, around.y), min(bottom, around.y + around.height)
        return top, bottom

    def told(self, text):
        """The highest point of a message, once it is there."""
        return wait_until(lambda: self.seen(self.screen.find(text, *TEXTS)), 10, "the message in its place")[0]

    def test_the_text_is_seen_whole_above_a_message(self):
        self.tell_beside("Narrow", 360, 480)
        # What is told no more leaves its room to the page.
        former = self.end_of_text()
        self.screen.act("Dismiss", BUTTON)
        wait_until(lambda: self.end_of_text() > former, 5, "the text down to the end of the page", self.end_of_text)
        self.desk.keys("Escape", "alt+Left")
        self.desk.vault("lock")
        self.tell_beside("Wide", 960, 640)

    def tell_beside(self, label, width, height):
        """Reveals a text in a window of that size, and has something told of its task."""
        self.desk.resize(width, height)
        self.reveal(label)
        self.screen.act("Done", BUTTON)
        message = f"Done: “{label}”"
        self.screen.wait_for_text(message)
        wait_until(lambda: self.end_of_text() <= self.told(message), 5, "the text above the message", lambda: f"{self.end_of_text()}, {self.told(message)}")

    def reveal(self, label):
        """Reveals a text, wherever its button is."""
        self.screen.press(label)
        self.screen.act("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)

    def end_of_text(self):
        """The text's lowest point that is seen."""
        return wait_until(lambda: self.seen(self.screen.find("Protected text")), 10, "the text in its place")[1]


if __name__ == "__main__":
    unittest.main()
