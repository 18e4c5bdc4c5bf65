"""How a person has arranged the window is there the next time."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE = screen.Atspi.Role


class HabitsTest(unittest.TestCase):
    """A window that is closed and opened again."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # By their names in another order than by due date.
        cls.desk.vault("add", "Write the talk", "--due", "tomorrow")
        cls.desk.vault("add", "Buy milk")
        screen.begin()

    def open(self):
        """Opens the window, and hands over its screen."""
        self.desk.open_window()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.wait_for_text("Buy milk", "Write the talk")
        return seen

    @staticmethod
    def order(seen):
        """The tasks from top to bottom."""
        return [text for text in seen.texts() if text in ("Buy milk", "Write the talk")]

    @staticmethod
    def size(seen):
        """How large the window is."""
        node = seen.find("Vault", ROLE.FRAME, ROLE.WINDOW)
        place = screen.answer(node.place)
        return (place.width, place.height) if place else (0, 0)

    def test_order_and_size(self):
        seen = self.open()
        self.assertEqual(["Write the talk", "Buy milk"], self.order(seen))
        seen.press("Sort")
        self.desk.press("Down", "Down", "Return")
        wait_until(lambda: self.order(seen) == ["Buy milk", "Write the talk"], 10, "the order of names", lambda: f"{self.order(seen)}")
        self.desk.focus()
        self.desk.resize(700, 500)
        # Without what the theme draws around it.
        wait_until(lambda: 650 < self.size(seen)[0] <= 700, 10, "the size", lambda: f"{self.size(seen)}")
        size = self.size(seen)
        self.desk.keys("ctrl+q")
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        self.desk.close_window()
        seen = self.open()
        wait_until(lambda: self.order(seen) == ["Buy milk", "Write the talk"], 10, "the same order", lambda: f"{self.order(seen)}")
        wait_until(lambda: self.size(seen) == size, 10, "the same size", lambda: f"{self.size(seen)}, not {size}")

    def test_done_tasks(self):
        task = json.loads(self.desk.vault("add", "Pay rent", "--json"))["task"]["id"]
        self.desk.vault("done", task)
        seen = self.open()
        self.addCleanup(self.desk.close_window)
        self.assertFalse(seen.has("Pay rent"))
        self.desk.keys("ctrl+h")
        seen.wait_for_text("Done (1)", "Pay rent")
        texts = seen.texts()
        self.assertGreater(texts.index("Done (1)"), max(texts.index("Buy milk"), texts.index("Write the talk")))
        self.desk.keys("ctrl+f")
        self.desk.type("is:open")
        seen.wait_without("Pay rent")
        self.desk.keys("ctrl+q")
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        self.desk.close_window()
        seen = self.open()
        seen.wait_for_text("Done (1)", "Pay rent")
        # The menu says so, and ends it.
        self.desk.keys("F10")
        entry = seen.find("Show Done Tasks", ROLE.CHECK_BOX)
        self.assertTrue(entry.has_now(screen.Atspi.StateType.CHECKED))
        # It is the seventh.
        self.desk.press(*["Tab"] * 6, "space")
        seen.wait_without("Done (1)", "Pay rent")


if __name__ == "__main__":
    unittest.main()
