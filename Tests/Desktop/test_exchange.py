"""Tasks come from files and go into files."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON


class ExchangeTest(unittest.TestCase):
    """The agent reads and the window writes."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("add", "Buy milk", "--tag", "shop")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Buy milk")

    def choose(self, item, path):
        """Chooses something of the menu, and types the path of a file."""
        self.desk.look()
        self.desk.keys("F10")
        self.screen.act(item, BUTTON)
        # What it lists is too much to be read by the bus of accessibility.
        self.desk.wait_for_window(item.removesuffix("…"))
        self.desk.press("ctrl+a")
        self.desk.type(str(path))
        self.desk.press("Return")

    def test_export(self):
        file = self.desk.home.path("out.json")
        self.choose("Export Tasks…", file)
        self.screen.wait_for_text(f"Exported to {file}")
        self.assertEqual(["Buy milk"], [task["name"] for task in json.loads(file.read_text())["tasks"]])
        self.assertEqual(0o600, file.stat().st_mode & 0o777)

    def test_file_that_is_there_is_replaced_once_somebody_agrees(self):
        file = self.desk.home.path("there.json")
        file.write_text("former")
        self.choose("Export Tasks…", file)
        # Its button has no name of its own in GTK 4.8.
        self.screen.press("Replace", screen.Atspi.Role.LABEL)
        self.screen.wait_for_text(f"Exported to {file}")
        self.assertIn("Buy milk", [task["name"] for task in json.loads(file.read_text())["tasks"]])
        self.assertEqual(0o600, file.stat().st_mode & 0o777)
        self.assertEqual([file], list(file.parent.glob("there.json*")))

    def test_export_that_leaves_something_out_says_where_the_rest_is(self):
        self.desk.vault("add", "Pay rent", "--due", "2031-05-10 18:00", "--repeat", "monthly", "--notify")
        self.screen.wait_for_text("Pay rent")
        file = self.desk.home.path("out.txt")
        self.choose("Export Tasks…", file)
        # Another message may still stand there.
        wait_until(lambda: any(text.startswith(f"Exported to {file}. ") for text in self.screen.texts()), 15, "where it is", self.screen.texts)
        self.desk.vault("delete", next(task["id"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"] if task["name"] == "Pay rent"))

    def test_one_named_list_asks_for_the_form(self):
        self.desk.keys("F10")
        self.screen.act("Export Tasks…", BUTTON)
        self.desk.wait_for_window("Export Tasks")
        self.screen.find("Format", screen.Atspi.Role.COMBO_BOX)
        lists = [node.name for node in self.screen.nodes() if node.role == screen.Atspi.Role.COMBO_BOX]
        self.assertEqual(["Format", "Sort"], sorted(lists))
        self.assertFalse(self.screen.has("(None)"))
        self.desk.press("Escape")
        self.screen.wait_without("Format")
        self.desk.focus()

    def test_form_that_the_name_does_not_say(self):
        self.choose("Export Tasks…", self.desk.home.path("all"))
        file = self.desk.home.path("all.json")
        self.screen.wait_for_text(f"Exported to {file}")
        self.assertEqual(["Buy milk"], [task["name"] for task in json.loads(file.read_text())["tasks"] if task["name"] == "Buy milk"])

    def test_import(self):
        file = self.desk.home.path("in.txt")
        file.write_text("(A) Water the ferns +home\n")
        self.choose("Import Tasks…", file)
        self.screen.wait_for_text("Water the ferns")
        # It is one change, and taken back as such: by the button, and by Ctrl+Z.
        self.screen.find_after_dialog("Undo", BUTTON)
        self.screen.press("Undo", BUTTON)
        self.screen.wait_without("Water the ferns")
        self.screen.wait_for_text("Undone: “Water the ferns” (its import)")

    def test_import_of_several_is_taken_back_by_ctrl_z_and_before_what_was_done_earlier(self):
        file = self.desk.home.path("more.txt")
        file.write_text("Sweep the stairs\nPaint the fence\n")
        self.choose("Import Tasks…", file)
        self.screen.wait_for_text("Sweep the stairs", "Paint the fence")
        self.desk.focus()
        self.desk.keys("ctrl+z")
        self.screen.wait_without("Sweep the stairs", "Paint the fence")
        self.assertIn("Buy milk", self.screen.texts())


if __name__ == "__main__":
    unittest.main()
