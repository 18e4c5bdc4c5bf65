"""Several tasks at once, with the pointer and by keyboard, and lists without a task."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
NAMES = ("Ask", "Buy", "Cut", "Dig")


class SelectionTest(unittest.TestCase):
    """Four tasks, and a window that is opened once."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # A window that finds no task at all begins with the setting up.
        first = json.loads(cls.desk.vault("add", "Before all", "--json"))["task"]["id"]
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Before all")
        cls.desk.vault("delete", first)
        cls.screen.wait_without("Before all")

    def setUp(self):
        self.ids = [json.loads(self.desk.vault("add", name, "--json"))["task"]["id"] for name in NAMES]
        self.addCleanup(lambda: self.desk.vault("delete", *(task["id"] for task in self.all().values())) if self.all() else None)
        self.screen.wait_for_text(*NAMES)

    def all(self):
        """The tasks as the command line has them."""
        return {task["name"]: task for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]}

    def open(self):
        """The names of those that are not done."""
        return sorted(name for name, task in self.all().items() if not task["isDone"])

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def choose(self, *names):
        """Clicks tasks one after the other, each of which stays selected."""
        self.screen.press("Select several")
        for name in names:
            self.click(name)

    def click(self, name):
        """Clicks a task in the list, on its text."""
        def place():
            return screen.answer(lambda: self.screen.find(name, ROLE.LIST_ITEM).place())
        found = wait_until(lambda: (lambda at: at if at and at.width > 0 else None)(place()), 10, f"the place of {name}")
        self.desk.click(found.x + 120, found.y + found.height // 2)

    def test_pointer_selects_several_and_makes_them_done(self):
        self.choose("Ask", "Cut", "Dig")
        self.screen.wait_for_text("3 tasks selected")
        self.picture("several")
        # A second click takes one away again.
        self.click("Dig")
        self.screen.wait_for_text("2 tasks selected")
        self.screen.press("Done", ROLE.PUSH_BUTTON)
        # It is told for ten seconds.
        self.screen.wait_for_text("2 tasks are done")
        wait_until(lambda: self.open() == ["Buy", "Dig"], 10, "two tasks to be done", lambda: f"{self.open()}")
        # Clicks select one again.
        self.click("Buy")
        self.click("Dig")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)

    def test_what_was_shown_before_is_not_one_of_several(self):
        self.click("Dig")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        self.choose("Ask", "Buy")
        self.screen.wait_for_text("2 tasks selected")
        self.desk.press("Delete")
        wait_until(lambda: sorted(self.all()) == ["Cut", "Dig"], 10, "two tasks to be deleted", lambda: f"{self.all()}")

    def test_boxes_select_while_clicks_do(self):
        self.choose()
        self.screen.press("Select: Ask", ROLE.CHECK_BOX)
        self.click("Buy")
        self.screen.wait_for_text("2 tasks selected")
        self.assertEqual(sorted(NAMES), self.open())
        self.desk.press("Escape")
        self.screen.wait_without("2 tasks selected")

    def test_space_selects_what_has_the_keyboard_and_arrows_leave_the_rest(self):
        self.click("Ask")
        self.screen.press("Select several")
        self.click("Ask")
        self.desk.press("space")
        self.screen.wait_for_text("No task selected")
        self.desk.press("space", "Down", "Down", "space", "Down", "space")
        self.screen.wait_for_text("3 tasks selected")
        self.desk.press("Up", "space")
        self.screen.wait_for_text("2 tasks selected")
        self.desk.press("ctrl+d")
        wait_until(lambda: self.open() == ["Buy", "Cut"], 10, "the first and the last to be done", lambda: f"{self.open()}")

    def test_menu_has_what_the_detail_offers(self):
        self.click("Ask")
        self.desk.press("Down", "Menu")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        # The menu lies above, and has its first word selected: making it done.
        self.desk.press("Return")
        wait_until(lambda: self.open() == ["Ask", "Cut", "Dig"], 10, "a task to be done", lambda: f"{self.open()}")
        place = screen.answer(lambda: self.screen.find("Dig", ROLE.LIST_ITEM).place())
        self.desk.right_click(place.x + 120, place.y + place.height // 2)
        wait_until(lambda: sum(node.name == "Delete" for node in self.screen.nodes()) > 2, 10, "a menu")
        self.picture("menu")
        # Backwards from its first word, to the last one.
        self.desk.press("shift+Tab", "Return")
        wait_until(lambda: self.open() == ["Ask", "Cut"], 10, "a task to be deleted", lambda: f"{self.open()}")

    def test_what_was_made_done_is_selected_again_once_that_is_taken_back(self):
        self.click("Buy")
        self.desk.press("ctrl+d")
        wait_until(lambda: self.has_both("Cut"), 10, "the neighbour to be selected")
        self.desk.press("ctrl+z")
        wait_until(lambda: self.open() == sorted(NAMES), 10, "the task to be open again", lambda: f"{self.open()}")
        self.screen.wait_for_text("Edit…")
        wait_until(lambda: self.screen.texts().count("Buy") == 2, 10, "the task in the list and in the detail", self.screen.texts)
        # The keys go on from there.
        self.desk.press("Down")
        wait_until(lambda: self.screen.texts().count("Cut") == 2, 10, "the next one in the detail", self.screen.texts)

    def test_whoever_has_selected_another_task_since_keeps_that(self):
        self.click("Buy")
        self.desk.press("ctrl+d")
        wait_until(lambda: self.has_both("Cut"), 10, "the neighbour to be selected")
        self.click("Ask")
        self.desk.press("ctrl+z")
        wait_until(lambda: self.open() == sorted(NAMES), 10, "the task to be open again", lambda: f"{self.open()}")
        self.screen.wait_for_text("Buy")
        self.assertEqual(2, self.screen.texts().count("Ask"))

    def test_the_selected_task_is_done_from_the_empty_line(self):
        self.click("Buy")
        self.desk.press("ctrl+n", "ctrl+d")
        wait_until(lambda: self.open() == ["Ask", "Cut", "Dig"], 10, "the task to be done", lambda: f"{self.open()}")
        # Whoever types there goes on typing, and what stands there is what the keys are about.
        self.desk.type("Eat")
        self.desk.press("ctrl+d", "Return")
        wait_until(lambda: self.open() == ["Ask", "Cut", "Dig", "Eat"], 10, "the task that was typed", lambda: f"{self.open()}")

    def test_enter_leads_into_the_detail(self):
        self.click("Ask")
        self.desk.press("Return")
        wait_until(lambda: not self.has_both("Ask"), 10, "the keyboard to leave the list")
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.click("Buy")
        self.desk.press("Escape")
        wait_until(lambda: not self.screen.has("Back", ROLE.PUSH_BUTTON), 10, "the list")
        # No other key is taken for a moment after the click.
        self.desk.look()
        self.desk.press("Return")
        self.screen.find("Back", ROLE.PUSH_BUTTON)
        self.desk.press("Escape")

    def test_escape_selects_nothing(self):
        self.click("Ask")
        self.desk.press("ctrl+a")
        self.screen.wait_for_text("4 tasks selected")
        self.desk.press("Escape")
        self.screen.wait_for_text("No task selected")
        self.desk.press("Delete")
        self.click("Buy")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        self.assertEqual(sorted(NAMES), self.open())

    def has_both(self, name):
        """Whether a task is selected and has the keyboard."""
        node = self.screen.find(name, ROLE.LIST_ITEM)
        return node.has(STATE.SELECTED) and node.has(STATE.FOCUSED)

    def test_keys_hand_the_selection_on(self):
        self.click("Buy")
        self.desk.press("ctrl+d")
        wait_until(lambda: self.open() == ["Ask", "Cut", "Dig"], 10, "a task to be done", lambda: f"{self.open()}")
        wait_until(lambda: self.has_both("Cut"), 10, "the next one to be selected, with the keyboard")
        self.desk.press("Delete")
        wait_until(lambda: self.open() == ["Ask", "Dig"], 10, "a task to be deleted", lambda: f"{self.open()}")
        wait_until(lambda: self.has_both("Dig"), 10, "the next one to be selected, with the keyboard")
        self.desk.press("Delete")
        wait_until(lambda: self.has_both("Ask"), 10, "the one above to be selected, with the keyboard")
        self.assertEqual(["Ask"], self.open())

    def test_several_that_are_done_are_selected_no_more(self):
        self.click("Ask")
        self.desk.press("shift+Down", "shift+Down")
        self.screen.wait_for_text("3 tasks selected")
        self.desk.press("ctrl+d")
        self.screen.wait_for_text("3 tasks are done", "No task selected")
        self.desk.press("ctrl+d", "Delete")
        self.click("Dig")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        self.assertEqual(["Dig"], self.open())

    def test_narrow_headings_lead_nowhere_and_escape_leads_back(self):
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.screen.press("No date (4)", ROLE.LABEL, ROLE.STATIC)
        self.click("Ask")
        self.screen.find("Back", ROLE.PUSH_BUTTON)
        # A click on the heading would have led to a page about no task, which takes this one.
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        self.desk.press("Escape")
        wait_until(lambda: not self.screen.has("Back", ROLE.PUSH_BUTTON), 10, "the list")

    def test_keys_work_on_the_page_about_several(self):
        self.click("Ask")
        self.desk.press("ctrl+a")
        self.screen.wait_for_text("4 tasks selected")
        self.screen.press("Delete", ROLE.PUSH_BUTTON)
        wait_until(lambda: not self.all(), 10, "no task")
        self.screen.wait_for_text("Nothing to do")
        self.screen.press("Undo", ROLE.PUSH_BUTTON)
        self.screen.wait_for_text(*NAMES)

    def test_narrow(self):
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.choose("Ask", "Buy")
        self.picture("several-narrow")
        # The page beside the list has such a button, too, and is not seen now.
        def both():
            found = [node for node in self.screen.nodes() if node.name == "Delete" and node.role == ROLE.PUSH_BUTTON]
            return found if len(found) == 2 else None
        buttons = wait_until(both, 10, "both buttons", self.screen.texts)
        places = [node.place() for node in buttons]
        seen = min((place for place in places if place.width > 0), key=lambda place: place.y)
        self.desk.click(seen.x + seen.width // 2, seen.y + seen.height // 2)
        wait_until(lambda: self.open() == ["Cut", "Dig"], 10, "two tasks to be deleted", lambda: f"{self.open()}")

    def width(self):
        """How wide the list's side is: that of its topmost entry."""
        place = screen.answer(lambda: self.screen.find("New task", ROLE.TEXT, ROLE.ENTRY).place())
        return place.width if place else 0

    def test_what_is_empty_has_the_whole_width(self):
        wait_until(lambda: 0 < self.width() < 600, 10, "two sides", lambda: f"{self.width()}")
        self.desk.keys("ctrl+f")
        self.desk.type("+nowhere")
        self.screen.wait_for_text("No task matches")
        # Nothing moves while somebody types a filter.
        self.assertLess(self.width(), 600)
        self.picture("no-match")
        self.screen.press("Clear the filter", ROLE.PUSH_BUTTON)
        self.screen.wait_for_text("Ask", "No task selected")
        self.desk.press("Escape")
        self.desk.vault("delete", *self.ids)
        self.screen.wait_for_text("Nothing to do")
        wait_until(lambda: self.width() > 800, 10, "one side", lambda: f"{self.width()}")


if __name__ == "__main__":
    unittest.main()
