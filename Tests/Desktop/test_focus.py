"""Where the keyboard is after something has changed in the list, or beside it."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
NAMES = ("Ask", "Buy", "Cut", "Dig")


class FocusTest(unittest.TestCase):
    """The keyboard stays with what a person was at."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # A window that finds no task at all begins with the setting up.
        cls.desk.vault("add", "Always here")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Always here")

    def add(self, *words):
        """Adds a task for one test."""
        added = json.loads(self.desk.vault("add", *words, "--json"))["task"]["id"]
        self.addCleanup(self.desk.vault, "delete", added)
        self.screen.wait_for_text(words[0])
        return added

    def steps(self, task):
        """Which steps of a task are done."""
        found = json.loads(self.desk.vault("show", task, "--json"))["task"]["subtasks"]
        return [step["name"] for step in found if step["isDone"]]

    def wait_for_focus(self, name, *roles):
        """Waits until something has the keyboard."""
        def focused():
            return [node for node in self.screen.nodes() if node.has(STATE.FOCUSED)]
        wait_until(
            lambda: any(node.name.split(", ")[0] == name and node.role in roles for node in focused()), 10, f"the keyboard at {name}",
            lambda: f"{[str(node) for node in focused()]}")

    def wait_for_both(self, name):
        """Waits until a task is selected, and has the keyboard."""
        self.wait_for_focus(name, ROLE.LIST_ITEM)
        def chosen():
            return [node.name.split(", ")[0] for node in self.screen.nodes() if node.role == ROLE.LIST_ITEM and node.has(STATE.SELECTED)]
        wait_until(lambda: chosen() == [name], 10, f"{name} to be selected", lambda: f"{chosen()}")

    def pack(self):
        """Shows a task with three steps."""
        task = self.add("Pack")
        for step in ("Treats", "Bags", "Lead"):
            self.desk.vault("subtask", "add", task, step)
        self.screen.press("Pack")
        self.screen.find("Lead", ROLE.CHECK_BOX)
        return task

    def test_keyboard_stays_with_a_step_that_is_ticked(self):
        task = self.pack()
        self.screen.press("Bags", ROLE.CHECK_BOX)
        wait_until(lambda: self.steps(task) == ["Bags"], 10, "the second step to be done", lambda: f"{self.steps(task)}")
        wait_until(lambda: self.screen.find("Bags", ROLE.CHECK_BOX).has_now(STATE.CHECKED), 10, "its tick")
        self.wait_for_focus("Bags", ROLE.CHECK_BOX)
        self.desk.press("space")
        wait_until(lambda: not self.steps(task), 10, "no step to be done", lambda: f"{self.steps(task)}")
        self.wait_for_focus("Bags", ROLE.CHECK_BOX)

    def test_keyboard_follows_a_step_that_others_move(self):
        task = self.pack()
        self.screen.press("Bags", ROLE.CHECK_BOX)
        wait_until(lambda: self.steps(task) == ["Bags"], 10, "the second step to be done", lambda: f"{self.steps(task)}")
        self.desk.vault("subtask", "move", task, "2", "3")
        steps = ["Treats", "Lead", "Bags"]
        wait_until(lambda: [text for text in self.screen.texts() if text in steps] == steps, 10, "the other order", self.screen.texts)
        self.wait_for_focus("Bags", ROLE.CHECK_BOX)

    def test_row_has_the_keyboard_after_its_menu(self):
        self.add("Buy milk")
        mum = self.add("Call mum")
        self.screen.press("Call mum")
        self.wait_for_focus("Call mum", ROLE.LIST_ITEM)
        for key, end in (("Menu", ["Escape"]), ("shift+F10", ["Escape"])):
            self.desk.press(key)
            self.wait_for_focus("Done", ROLE.PUSH_BUTTON)
            self.desk.press(*end)
            self.wait_for_focus("Call mum", ROLE.LIST_ITEM)
        # Space is about the row, not about its box; and arrows go on from it.
        self.desk.press("space", "Up")
        self.wait_for_both("Buy milk")
        self.assertFalse(json.loads(self.desk.vault("show", mum, "--json"))["task"]["isDone"])

    def test_enter_leads_to_the_steps(self):
        self.pack()
        self.desk.press("Return")
        self.wait_for_focus("Treats", ROLE.CHECK_BOX)

    def test_enter_leads_to_a_new_step_where_there_is_none(self):
        task = self.add("Plan the trip")
        self.screen.press("Plan the trip")
        wait_until(lambda: self.screen.texts().count("Plan the trip") == 2, 10, "the detail", self.screen.texts)
        self.desk.press("Return")
        self.desk.type("Book a hotel")
        self.desk.press("Return")
        wait_until(lambda: len(json.loads(self.desk.vault("show", task, "--json"))["task"]["subtasks"]) == 1, 10, "the step")

    def give(self, due):
        """Has the selected task be due then."""
        self.desk.press("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.screen.press("Due", ROLE.TEXT, ROLE.ENTRY)
        self.desk.press("ctrl+a")
        self.desk.type(due)
        self.desk.press("Return")
        self.screen.wait_without("Save")
        self.desk.focus()

    def wait_for_order(self, *names):
        """Waits until the tasks stand so in the list; one of them is read beside it before."""
        wait_until(lambda: [text for text in self.screen.texts() if text in NAMES][-4:] == list(names), 10, f"the order {names}", self.screen.texts)

    def test_keyboard_follows_a_task_into_another_section(self):
        for day, name in enumerate(NAMES, 1):
            self.add(name, "--due", f"2030-01-0{day}")
        self.screen.press("Dig")
        self.give("2020-01-01")
        self.wait_for_order("Dig", "Ask", "Buy", "Cut")
        self.wait_for_both("Dig")
        self.desk.press("Down")
        self.wait_for_both("Ask")

    def test_keyboard_follows_a_task_that_an_edit_moves(self):
        for day, name in enumerate(NAMES, 1):
            self.add(name, "--due", f"2030-01-0{day}")
        self.screen.press("Ask")
        self.give("2030-01-03 9:00")
        self.wait_for_order("Buy", "Ask", "Cut", "Dig")
        self.wait_for_both("Ask")
        self.desk.press("Down")
        self.wait_for_both("Cut")

    def test_what_is_selected_stays_so_when_done_tasks_are_shown(self):
        self.desk.vault("done", self.add("Long over"))
        self.add("Read on")
        self.screen.press("Read on")
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        for condition in (self.screen.wait_for_text, self.screen.wait_without):
            self.desk.keys("ctrl+h")
            condition("Long over")
            self.wait_for_both("Read on")
            self.screen.find("Edit…", ROLE.PUSH_BUTTON)

    def test_down_in_the_filter_selects_the_first_task(self):
        self.add("Pay the rent")
        self.add("Rent a van")
        self.desk.keys("ctrl+f")
        self.desk.type("rent")
        self.addCleanup(self.desk.keys, "ctrl+f", "ctrl+a", "BackSpace", "Escape")
        self.screen.wait_without("Always here")
        self.desk.press("Down")
        first = [text for text in self.screen.texts() if text in ("Pay the rent", "Rent a van")][0]
        self.wait_for_both(first)
        self.screen.find("Edit…", ROLE.PUSH_BUTTON)
        self.desk.press("space")
        self.assertEqual(3, len(json.loads(self.desk.vault("list", "--json"))["tasks"]))


if __name__ == "__main__":
    unittest.main()
