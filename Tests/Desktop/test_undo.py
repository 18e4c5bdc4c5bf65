"""What was done to tasks is taken back: by the button below the page, by Ctrl+Z, and each time exactly that."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

PIN = "a pin for the window"
ROLE = screen.Atspi.Role
BUTTON = ROLE.PUSH_BUTTON


class UndoTest(unittest.TestCase):
    """Changes of every kind in one window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "Stay")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")

    def tearDown(self):
        for task in self.all():
            if task.get("name") != "Stay":
                self.desk.vault("delete", task["id"])

    def all(self):
        """The tasks as the command line has them."""
        return json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]

    def task(self, name):
        """A task by its name, whole; None where there is none."""
        found = next((task for task in self.all() if name in (task.get("name"), task.get("label"))), None)
        return found and json.loads(self.desk.vault("show", found["id"], "--json"))["task"]

    def wait_for(self, name, condition, what):
        """Waits until a task is as it should be."""
        wait_until(lambda: condition(self.task(name)), 15, what, lambda: f"{self.task(name)}")

    def begin(self, name, *words):
        """Adds a task, and selects it."""
        self.desk.vault("add", name, *words)
        self.screen.wait_for_text(name)
        self.screen.press(name)
        wait_until(lambda: self.screen.texts().count(name) == 2, 10, f"{name} in the detail", self.screen.texts)

    def test_del(self):
        self.begin("Throw away", "--notes", "All of it.")
        self.desk.keys("Delete")
        self.wait_for("Throw away", lambda task: task is None, "the task to be gone")
        self.screen.press("Undo", BUTTON)
        self.wait_for("Throw away", lambda task: task and task["notes"] == "All of it.", "the task to be back")
        # It is the selected one again.
        wait_until(lambda: self.screen.texts().count("Throw away") == 2, 10, "the task in the list and in the detail", self.screen.texts)

    def test_menu(self):
        self.begin("Sell the boat")
        self.screen.press_other("Sell the boat", ROLE.LIST_ITEM)
        wait_until(lambda: sum(node.name == "Delete" for node in self.screen.nodes()) > 2, 10, "a menu")
        self.desk.press("Down", "Down", "Down", "Down", "Return")
        self.wait_for("Sell the boat", lambda task: task is None, "the task to be gone")
        self.screen.press("Undo", BUTTON)
        self.wait_for("Sell the boat", lambda task: task is not None, "the task to be back")

    def test_several_done(self):
        for name in ("Ask", "Buy"):
            self.desk.vault("add", name)
        self.screen.wait_for_text("Ask", "Buy")
        self.desk.keys("ctrl+f", "Escape", "ctrl+a", "ctrl+d")
        self.wait_for("Ask", lambda task: task["isDone"], "all to be done")
        self.screen.press("Undo", BUTTON)
        for name in ("Ask", "Buy", "Stay"):
            self.wait_for(name, lambda task: not task["isDone"], f"{name} to be open again")

    def test_steps(self):
        self.begin("Move house", "--subtask", "Pack", "--subtask", "Clean", "--subtask", "Rest")
        self.screen.wait_for_text("Rest")
        self.choose("Rest", "Move Up")
        self.wait_for("Move house", lambda task: self.steps(task) == ["Pack", "Rest", "Clean"], "the step to be moved")
        self.desk.keys("ctrl+z")
        self.wait_for("Move house", lambda task: self.steps(task) == ["Pack", "Clean", "Rest"], "the former order")
        self.choose("Clean", "Delete")
        self.wait_for("Move house", lambda task: self.steps(task) == ["Pack", "Rest"], "the step to be gone")
        self.desk.keys("ctrl+z")
        self.wait_for("Move house", lambda task: self.steps(task) == ["Pack", "Clean", "Rest"], "the step to be back in its place")

    @staticmethod
    def steps(task):
        """The names of a task's steps."""
        return [step["name"] for step in task["subtasks"]]

    def choose(self, step, item):
        """Chooses something of a step's menu by its keys."""
        self.screen.press(f"More: {step}")
        self.screen.find(item, BUTTON)
        offered = [word for word in ("Edit…", "Remind Me", "Move Up", "Move Down", "Delete") if word in ("Edit…", "Remind Me", "Delete") or self.screen.has(word, BUTTON)]
        self.desk.press(*["Down"] * offered.index(item), "Return")

    def test_reminder(self):
        self.begin("Water the lawn", "--due", "tomorrow 18:00")
        self.screen.press("Remind me")
        self.wait_for("Water the lawn", lambda task: task["notify"], "the reminder to be on")
        self.desk.keys("ctrl+z")
        self.wait_for("Water the lawn", lambda task: not task["notify"], "the reminder to be off")

    def test_unprotected(self):
        self.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot")
        self.screen.wait_for_text("Spare key")
        self.screen.press("Spare key")
        self.screen.press("Unprotect…", BUTTON)
        self.screen.find("Unprotect?")
        self.desk.press("Return")
        self.answer_pin()
        self.screen.wait_for_text("Under the flowerpot")
        self.desk.focus()
        self.desk.keys("ctrl+z")
        # What was protected is sealed again by its owner.
        self.screen.wait_for_text("It takes the change of a protected task back.")
        self.answer_pin()
        self.screen.wait_for_text("Spare key", "The text is sealed.")
        self.assertTrue(self.task("Spare key")["isProtected"])

    def type_task(self, line, name):
        """Adds a task in the line at the top, where the keyboard stays."""
        self.desk.keys("ctrl+n")
        self.desk.type(line)
        self.desk.press("Return")
        self.wait_for(name, lambda task: task is not None, "the task")

    def test_what_was_undone_is_done_again_by_the_button_and_by_keys(self):
        self.type_task("Buy chalk", "Buy chalk")
        self.desk.press("ctrl+z")
        self.wait_for("Buy chalk", lambda task: task is None, "the task to be gone again")
        self.screen.wait_for_text("Undone: “Buy chalk” (adding it)")
        self.screen.press("Redo", BUTTON)
        self.wait_for("Buy chalk", lambda task: task is not None, "the task to be back")
        self.screen.wait_for_text("Added: “Buy chalk”")
        self.desk.keys("ctrl+z")
        self.wait_for("Buy chalk", lambda task: task is None, "the task to be gone once more")
        self.desk.keys("ctrl+shift+z")
        self.wait_for("Buy chalk", lambda task: task is not None, "the task to be back once more")
        self.desk.keys("ctrl+shift+z")
        self.screen.wait_for_text("Nothing to redo")

    def test_several_are_done_again_in_their_order(self):
        self.type_task("Wax the floor tomorrow 18:00", "Wax the floor")
        self.screen.press("Remind me")
        self.wait_for("Wax the floor", lambda task: task["notify"], "the reminder to be on")
        self.desk.keys("ctrl+z")
        self.wait_for("Wax the floor", lambda task: not task["notify"], "the reminder to be off")
        self.desk.keys("ctrl+z")
        self.wait_for("Wax the floor", lambda task: task is None, "the task to be gone")
        self.desk.keys("ctrl+shift+z")
        self.wait_for("Wax the floor", lambda task: task and not task["notify"], "the task to be back")
        # It is another task by now, and the next step is about that.
        self.desk.keys("ctrl+shift+z")
        self.wait_for("Wax the floor", lambda task: task["notify"], "the reminder to be on again")

    def answer_pin(self):
        """Answers the question for the PIN."""
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")

    def test_a_button_takes_back_its_own(self):
        self.desk.vault("add", "Second")
        second = self.task("Second")["id"]
        self.begin("First")
        self.desk.keys("Delete")
        self.wait_for("First", lambda task: task is None, "the task to be gone")
        # What was done last is another change by now: the button is still about the one that it stands beside.
        self.desk.vault("edit", second, "--priority", "high")
        self.screen.press("Undo", BUTTON)
        self.wait_for("First", lambda task: task is not None, "the first task to be back")
        self.assertEqual("high", self.task("Second")["priority"])

    def test_form_saves_priority_project_and_repetition(self):
        self.begin("Mow the lawn", "--due", "2031-05-10 18:00")
        self.desk.keys("ctrl+e")
        self.screen.find("Save", BUTTON)
        self.fill("Project", "garden")
        self.fill("Repeats", "every 2 weeks")
        self.screen.press("Priority", ROLE.COMBO_BOX)
        self.screen.find("High")
        self.desk.press("Home", "Down", "Return")
        self.desk.focus("Edit Task")
        self.screen.press("Save", BUTTON)
        self.wait_for("Mow the lawn", lambda task: task["project"] == "garden", "what was filled in")
        task = self.task("Mow the lawn")
        self.assertEqual("high", task["priority"])
        self.assertIn("every 2 weeks", self.desk.vault("show", task["id"]))
        self.desk.focus()
        self.desk.keys("ctrl+z")
        self.wait_for("Mow the lawn", lambda task: not task.get("project") and not task.get("recurrence"), "all of it to be taken back")

    def fill(self, title, text):
        """Types into a line of the form."""
        self.screen.press(title, ROLE.TEXT, ROLE.ENTRY)
        self.desk.press("ctrl+a")
        self.desk.type(text)


if __name__ == "__main__":
    unittest.main()
