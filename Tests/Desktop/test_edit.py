"""A task is changed in the window: its fields, and its steps."""

import json
import os
import re
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

ROLE = screen.Atspi.Role


class EditTest(unittest.TestCase):
    """What is changed in the window is changed for the command line, too, and each change can be taken back."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        # An empty vault would be set up first.
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")

    def tearDown(self):
        if "Save" in self.screen.texts():
            self.desk.press("Escape")
            self.discard()

    def discard(self):
        """Throws away what was changed in a form."""
        self.screen.act("Discard", ROLE.PUSH_BUTTON)
        self.screen.wait_without("Save")

    def begin(self, name, *words):
        """Adds a task and selects it."""
        added = json.loads(self.desk.vault("add", name, *words, "--json"))["task"]["id"]
        # The list stays short enough to be seen whole.
        self.addCleanup(self.remove, added)
        self.screen.wait_for_text(name)
        self.screen.press(name)
        wait_until(lambda: self.screen.texts().count(name) == 2, 10, f"{name} in the detail", self.screen.texts)

    def remove(self, task):
        """Removes a task, unless it is gone."""
        if task in self.desk.vault("list", "--json"):
            self.desk.vault("delete", task)

    def task(self, name):
        """A task as the command line has it; None where there is none."""
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        found = next((task for task in tasks if task["name"] == name), None)
        return found and json.loads(self.desk.vault("show", found["id"], "--json"))["task"]

    def wait_for_task(self, name, condition, what):
        """Waits until a task is as it should be."""
        wait_until(lambda: self.task(name) and condition(self.task(name)), 10, what, lambda: f"{self.task(name)}")

    def fill(self, title, text):
        """Types into a line of the form."""
        self.screen.press(title, ROLE.TEXT, ROLE.ENTRY)
        self.desk.press("ctrl+a")
        self.desk.type(text)

    def test_fields(self):
        self.begin("Paint the shed", "--tag", "home", "--due", "tomorrow")
        self.desk.keys("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.fill("Name", "Paint the fence")
        self.fill("Due", "in 3 days")
        self.fill("Tags", "home garden")
        self.desk.press("Return")
        self.screen.wait_for_text("Paint the fence", "Changed: “Paint the fence”")
        self.assertEqual(self.task("Paint the fence")["tags"], ["garden", "home"])
        self.screen.press("Undo")
        self.wait_for_task("Paint the shed", lambda task: task["tags"] == ["home"], "the change to be taken back")

    def test_what_is_not_understood_is_not_taken(self):
        self.begin("Call the bank")
        self.desk.keys("ctrl+e")
        save = self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.fill("Due", "someday")
        wait_until(lambda: not save.has_now(screen.Atspi.StateType.SENSITIVE), 10, "Save to be off")
        self.desk.press("Escape")
        self.discard()
        self.assertIsNone(self.task("Call the bank").get("dueDate"))

    def test_what_is_refused_is_said_in_the_form(self):
        self.begin("Order paint")
        self.desk.keys("ctrl+e")
        self.fill("Project", "House Move")
        self.desk.press("Return")
        wait_until(lambda: any(text.startswith("A project is one word") for text in self.screen.texts()), 10, "the refusal", self.screen.texts)
        self.assertTrue(self.screen.has("Save", ROLE.PUSH_BUTTON))

    def test_typed_text_is_thrown_away_only_if_that_is_wanted(self):
        self.begin("Sell the car")
        self.desk.keys("ctrl+e")
        save = self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.assertFalse(save.has_now(screen.Atspi.StateType.SENSITIVE))
        self.fill("Due", "tomorrow")
        self.desk.press("Escape")
        self.screen.find("Discard changes?")
        self.desk.press("Escape")
        self.screen.wait_without("Discard changes?")
        self.assertTrue(self.screen.has("Save", ROLE.PUSH_BUTTON))
        self.desk.focus("Edit Task")
        self.desk.press("Escape")
        self.discard()
        self.assertIsNone(self.task("Sell the car").get("dueDate"))

    def test_what_was_not_changed_is_left_without_a_question(self):
        self.begin("Wash the car")
        self.desk.keys("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.desk.press("Escape")
        self.screen.wait_without("Save")

    def test_half_a_step_waits_for_its_task(self):
        self.begin("Bake", "--subtask", "Flour")
        self.screen.wait_for_text("Flour")
        self.screen.press("New subtask", ROLE.TEXT, ROLE.ENTRY)
        self.desk.type("Sug")
        wait_until(lambda: self.text("New subtask") == "Sug", 10, "what was typed")
        self.begin("Knit")
        self.assertEqual(self.text("New subtask"), "")
        self.screen.press("Bake")
        self.screen.wait_for_text("Flour")
        wait_until(lambda: self.text("New subtask") == "Sug", 10, "what was typed", lambda: self.text("New subtask"))
        self.screen.press("New subtask", ROLE.TEXT, ROLE.ENTRY)
        self.desk.press("End")
        self.desk.type("ar")
        self.desk.press("Return")
        self.wait_for_task("Bake", lambda task: [step["name"] for step in task["subtasks"]] == ["Flour", "Sugar"], "the step")

    def text(self, entry):
        """What stands in an entry."""
        node = self.screen.find(entry, ROLE.TEXT, ROLE.ENTRY)
        return screen.answer(node.text)

    def test_what_is_wrong_is_said_beside_its_field(self):
        self.begin("Plan the garden")
        self.desk.keys("ctrl+e")
        self.fill("Repeats", "weekly")
        self.screen.wait_for_text("A task that repeats needs a due date.")
        self.fill("Due", "2020-01-02")
        wait_until(lambda: any(text.startswith("overdue") and text.endswith("every week") for text in self.screen.texts()), 10, "what was understood", self.screen.texts)
        self.assertFalse(any("That is in the past." in text for text in self.screen.texts()))
        self.fill("Project", "big garden")
        self.screen.wait_for_text("A project is one word, without blanks and commas.")
        self.desk.press("Escape")
        self.discard()

    def test_day_is_chosen_from_a_calendar(self):
        self.begin("Visit the zoo", "--due", "2031-05-10 18:00")
        self.desk.keys("ctrl+e")
        self.screen.press("Choose a day")
        self.screen.find("12")
        self.desk.press("Escape")
        self.screen.wait_without("12")
        self.assertTrue(self.screen.has("Save", ROLE.PUSH_BUTTON))
        self.screen.press("Choose a day")
        self.screen.find("12")
        self.desk.press("Right", "space")
        # Which day that is depends on the day that a week begins with here.
        day = wait_until(lambda: re.fullmatch(r"(2031-0[45]-\d\d) 18:00", self.text("Due")), 10, "the day", lambda: self.text("Due")).group(1)
        self.assertNotEqual(day, "2031-05-10")
        self.desk.press("Escape")
        self.screen.wait_without("12")
        self.screen.press("Save", ROLE.PUSH_BUTTON)
        self.wait_for_task("Visit the zoo", lambda task: task["dueDate"].startswith(day), "the other day")

    def test_narrow_form(self):
        self.begin("Mend the fence")
        self.desk.keys("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.desk.resize(360, 640, "Edit Task")
        wait_until(lambda: self.width("Edit Task") <= 360, 10, "a narrow form", lambda: f"{self.width('Edit Task')}")
        self.desk.press("Escape")
        self.screen.wait_without("Save")

    def test_form_fits_the_window_below(self):
        self.begin("Oil the gate")
        self.desk.resize(360, 500)
        self.addCleanup(self.desk.resize, 960, 640)
        self.desk.keys("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        wait_until(lambda: 0 < self.width("Edit Task") <= 360, 10, "a form no wider than the window", lambda: f"{self.width('Edit Task')}")
        self.assertLessEqual(self.size("Edit Task").height, 500)
        self.desk.press("Escape")
        self.screen.wait_without("Save")

    def size(self, title):
        """How large a window is."""
        node = self.screen.find(title, ROLE.FRAME, ROLE.WINDOW)
        return node.place()

    def width(self, title):
        """How wide a window is."""
        return self.size(title).width

    def test_deleted(self):
        self.begin("Throw away")
        self.screen.press("Delete", ROLE.PUSH_BUTTON)
        self.screen.wait_for_text("No task selected")

    def test_notes(self):
        self.begin("Book the hall", "--notes", "For sixty.")
        # A form is no higher than the window below it, and has its notes at the end.
        self.desk.resize(960, 780)
        # The next one would have that size, too.
        self.addCleanup(self.desk.resize, 960, 640)
        self.desk.keys("ctrl+e")
        self.screen.press("Notes", ROLE.TEXT)
        self.desk.press("ctrl+End")
        self.desk.type(" Ask for chairs.")
        self.desk.press("ctrl+Return")
        self.screen.wait_for_text("For sixty. Ask for chairs.")

    def test_steps(self):
        self.begin("Move house", "--due", "in 3 days", "--subtask", "Pack")
        self.screen.press("New subtask", ROLE.TEXT, ROLE.ENTRY)
        self.desk.type("Rent a van")
        self.desk.press("Return")
        self.screen.wait_for_text("Rent a van")
        self.choose("Rent a van", "Move Up")
        wait_until(lambda: self.shown("Rent a van", "Pack"), 10, "the step to be the first", self.screen.texts)
        self.choose("Pack", "Remind Me")
        self.screen.wait_for_text("Pack · reminder")
        self.choose("Pack", "Edit…")
        # As high as what is filled in, and no higher.
        wait_until(lambda: 0 < self.size("Edit Subtask").height < 450, 10, "a low form", lambda: f"{self.size('Edit Subtask').height}")
        self.fill("Subtask", "Pack the books")
        self.desk.press("Return")
        wait_until(lambda: self.shown("Rent a van", "Pack the books · reminder"), 10, "the new name", self.screen.texts)
        self.screen.wait_without("Edit Subtask")
        self.choose("Rent a van", "Delete")
        self.screen.wait_without("Rent a van")
        self.assertEqual([step["name"] for step in self.task("Move house")["subtasks"]], ["Pack the books"])

    def shown(self, *steps):
        """Whether these are the steps on the screen, in this order."""
        return [text for text in self.screen.texts() if text in steps] == list(steps)

    def choose(self, step, item):
        """Chooses something of a step's menu by its keys."""
        self.screen.press(f"More: {step}")
        items = [item for item in ("Edit…", "Remind Me", "Move Up", "Move Down", "Delete") if self.screen.has(item, ROLE.PUSH_BUTTON)]
        self.desk.press(*["Down"] * items.index(item), "Return")

    def test_reminder(self):
        self.begin("Water the lawn", "--due", "tomorrow 18:00")
        self.screen.press("Remind me")
        self.wait_for_task("Water the lawn", lambda task: task["notify"], "the reminder to be on")


if __name__ == "__main__":
    unittest.main()
