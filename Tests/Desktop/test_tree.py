"""What is read at once of a window is what assistive technology finds that asks one widget after the other."""

import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ATSPI = screen.Atspi
ADDRESS = "See https://example.org/talk & <b>that</b>."


def asked(node):
    """A widget and all that is in it, but for what is hidden, by libatspi."""
    yield node.get_role(), node.get_name()
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None and child.get_state_set().contains(ATSPI.StateType.VISIBLE):
            yield from asked(child)


class TreeTest(unittest.TestCase):
    """A window with tasks, its pages, and what opens above it."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("add", "Read on", "--notes", ADDRESS, "--subtask", "Outline")
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        ATSPI.init()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Read on", "Buy milk")

    def assert_the_same(self):
        """Reads the window in both ways: what comes just then is there in both a moment later."""
        desktop = ATSPI.get_desktop(0)
        program = next(child for child in (desktop.get_child_at_index(index) for index in range(desktop.get_child_count())) if child.get_name() == "vault-desktop")
        found = []

        def is_same():
            found[:] = [[(node.role, node.name) for node in self.screen.nodes()], screen.answer(lambda: list(asked(program)))]
            return found[0] == found[1]
        # Read at once first: nobody else has asked for what is in a new widget.
        wait_until(is_same, 10, "the same widgets", lambda: f"{found}")
        self.assertGreater(len(found[0]), 300)

    def test_window(self):
        self.assert_the_same()

    def test_details(self):
        # What stands in the place of something else, which is hidden.
        self.screen.press("Read on")
        self.screen.wait_for_text(ADDRESS)
        self.assert_the_same()
        self.screen.press("Buy milk")
        self.screen.wait_without(ADDRESS)
        self.assert_the_same()

    def test_pages(self):
        for number in (5, 4, 3, 2, 1):
            with self.subTest(number):
                self.desk.keys(f"alt+{number}")
                self.assert_the_same()

    def test_above(self):
        for keys, text in (("ctrl+comma", "Quiet hours"), ("F10", "About"), ("ctrl+question", "Lock the vault")):
            with self.subTest(keys):
                self.desk.keys(keys)
                self.screen.find(text)
                self.assert_the_same()
                self.desk.press("Escape")
                wait_until(lambda text=text: not self.screen.has(text), 10, "the window alone")


if __name__ == "__main__":
    unittest.main()
