"""The window as people hold it: its panes, keys, names, fingers, sizes."""

import json
import os
import subprocess
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.pictures import count_dark
from Tests.Desktop import screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
HEBREW = "he_IL.UTF-8"


class ShellTest(unittest.TestCase):
    """A window with a few tasks, anew for each test."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        screen.begin()

    def begin(self, **settings):
        """Adds three tasks, and opens the window."""
        self.ids = {}
        for name, words in (("Call the bank", ["--due", "2020-01-01"]), ("Buy milk", ["--tag", "home", "--notes", "two bottles"]), ("Pack", [f"--subtask={step}" for step in ("Tent", "Stove", "Map")])):
            self.ids[name] = json.loads(self.desk.vault("add", name, *words, "--json"))["task"]["id"]
        self.addCleanup(self.end)
        self.desk.open_window(**settings)
        self.screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text(*self.ids)

    def end(self):
        """Closes the window, and removes all tasks."""
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        for task in self.tasks().values():
            self.desk.vault("delete", task["id"])

    def tasks(self):
        """The tasks as the command line has them."""
        return {task["name"]: task for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]}

    def place(self, name, *roles):
        """Where a widget is."""
        node = self.screen.find(name, *roles)
        return screen.answer(node.place)

    def place_at_rest(self, name, *roles):
        """Where a widget is once it moves no more."""
        seen = []

        def look():
            place = self.place(name, *roles)
            seen.append(place and (place.x, place.y, place.width))
            return place if len(seen) > 2 and place and seen[-1] == seen[-2] == seen[-3] else None
        return wait_until(look, 10, f"{name} at rest")

    def drag(self, x, y, dx, dy):
        """Moves the pointer with its button pressed, as a finger does."""
        self.desk._x("mousemove", str(x), str(y), "mousedown", "1")
        for step in range(1, 11):
            self.desk._x("mousemove", str(x + dx * step // 10), str(y + dy * step // 10))
        self.desk._x("mouseup", "1")

    def drag_row(self, name, dx, dy=0):
        """Drags the row of a task by its text."""
        # Of the list: the name may stand beside it, too.
        box = self.place_at_rest(f"Done: {name}", ROLE.CHECK_BOX)
        mirrored = box.x > self.window_width() // 2
        self.drag(box.x + (-200 if mirrored else 200), box.y + box.height // 2, dx, dy)

    def focused(self):
        """What has the keyboard: role and name."""
        return [(node.role, node.name) for node in self.screen.nodes() if node.has(STATE.FOCUSED)]

    # Panes

    def test_panes_keep_their_widths(self):
        self.begin()
        before = self.place("Tasks", ROLE.LIST)
        for name in ("Pack", "Buy milk"):
            self.screen.press(name, ROLE.LABEL, ROLE.STATIC)
            self.screen.find("New subtask")
            self.assertEqual(self.place("Tasks", ROLE.LIST).width, before.width)
        self.desk.keys("alt+4")
        self.screen.press("Single messages")
        self.screen.wait_for_text("Nothing selected")
        self.desk.keys("alt+1")
        self.assertEqual(self.place("Tasks", ROLE.LIST).width, before.width)

    def test_what_was_chosen_stays_in_view_when_the_window_gets_narrow(self):
        self.begin()
        self.screen.press("Pack", ROLE.LABEL, ROLE.STATIC)
        self.screen.wait_for_text("Stove")
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.screen.find("Back", ROLE.PUSH_BUTTON)
        wait_until(lambda: self.window_width() <= 360, 10, "a window of 360 pixels", lambda: f"{self.window_width()}")

    def window_width(self):
        """How wide the window is."""
        return self.place("Vault", ROLE.FRAME, ROLE.WINDOW).width

    def test_text_twice_as_large(self):
        self.desk._x("search", "--maxdepth", "0", "")
        self.addCleanup(self.set_resources, "")
        self.set_resources("Xft.dpi: 192")
        self.begin()
        self.screen.press("Pack", ROLE.LABEL, ROLE.STATIC)
        # Side by side, or folded with a way back: the task is there after the first click.
        wait_until(lambda: self.seen("Done", ROLE.PUSH_BUTTON), 10, "the task after one click")
        self.assertGreater(self.place("Stove", ROLE.CHECK_BOX).height, 20)

    def seen(self, name, *roles):
        """Whether something is on the display, not only in the window."""
        place = self.place(name, *roles)
        return place is not None and 0 <= place.x and 0 < place.width and place.x + place.width <= self.window_width()

    def set_resources(self, text):
        """Sets what desktops tell programs of the size of texts."""
        subprocess.run(
            ["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", text + "\n"], env=self.desk.environment, check=True, timeout=20)

    # Keys

    def test_escape_empties_the_filter_first(self):
        self.begin()
        self.desk.keys("ctrl+f")
        self.desk.type("+home")
        self.screen.wait_without("Call the bank")
        self.desk.press("Escape")
        self.screen.wait_for_text("Call the bank", "Buy milk", "Pack")
        self.desk.press("Escape")
        wait_until(lambda: self.focused() and not any("Filter" in name for _, name in self.focused()), 10, "the keyboard in the list", lambda: f"{self.focused()}")
        self.assertNotIn("Overdue (1)", [name for _, name in self.focused()])

    def test_no_filter_is_no_result(self):
        self.begin()
        self.desk.keys("ctrl+f")
        self.desk.type("due:blah")
        self.screen.wait_for_text("No such filter")
        self.screen.wait_without("Buy milk")
        self.desk.press("Escape")
        self.screen.wait_for_text("Buy milk")
        self.screen.wait_without("No such filter")

    def test_keys_work_while_the_detail_has_the_keyboard(self):
        self.begin()
        self.screen.press("Buy milk", ROLE.LABEL, ROLE.STATIC)
        self.screen.wait_for_text("two bottles")
        # A click into the notes puts a caret there.
        self.screen.press("two bottles")
        self.desk.press("ctrl+f")
        wait_until(lambda: any(name == "Filter" for _, name in self.focused()), 10, "the keyboard in the filter", lambda: f"{self.focused()}")
        self.screen.press("two bottles")
        self.desk.press("ctrl+d")
        wait_until(lambda: self.tasks()["Buy milk"]["isDone"], 10, "the task to be done")

    def test_headings_are_passed_over(self):
        self.begin()
        self.screen.press("Call the bank", ROLE.LABEL, ROLE.STATIC)
        self.desk.press("Down")
        self.desk.press("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        form = self.screen.find("Name", ROLE.TEXT)
        self.assertEqual("Buy milk", form.text())
        self.desk.press("Escape")
        self.screen.wait_without("Save")

    # Names

    def test_rows_buttons_and_lists_have_names(self):
        self.begin()
        rows = [node.name for node in self.screen.nodes() if node.role == ROLE.LIST_ITEM]
        for name in ("Overdue (1)", "Buy milk, +home", "Pack, 0 of 3 subtasks done"):
            self.assertIn(name, rows)
        names = [node.name for node in self.screen.nodes()]
        self.assertNotIn("GtkToggleButton", names)
        self.assertNotIn("GtkListBox", names)
        self.screen.press("Done: Buy milk", ROLE.CHECK_BOX)
        self.screen.find("Undo", ROLE.PUSH_BUTTON)
        self.screen.find("Dismiss", ROLE.PUSH_BUTTON)

    def test_switch_row_is_one_stop(self):
        # Of a task without a date nobody can be reminded.
        self.desk.vault("add", "Ring Bob", "--due", "friday 18:00")
        self.begin()
        self.screen.press("Ring Bob", ROLE.LABEL, ROLE.STATIC)
        self.screen.press("New subtask", ROLE.TEXT)
        stops = []
        for _ in range(2):
            self.desk.press("Tab")
            stops.append(wait_until(self.focused, 10, "a stop"))
        self.assertIn("Remind me", stops[0][0][1])
        self.assertEqual((ROLE.PUSH_BUTTON, "Done"), stops[1][0])

    # What was added

    def test_new_task_is_selected_and_seen(self):
        self.begin()
        for number in range(12):
            self.desk.vault("add", f"Thing {number}")
        self.screen.wait_for_text("No date (14)")
        self.desk.keys("ctrl+n")
        self.desk.type("The very last")
        self.desk.press("Return")
        wait_until(lambda: self.screen.texts().count("The very last") == 2, 10, "it in the list and beside it", self.screen.texts)
        wait_until(lambda: self.place("The very last", ROLE.LIST_ITEM).height > 0, 10, "it in view")

    def test_quick_entry_warns(self):
        self.begin()
        self.desk.keys("ctrl+n")
        self.desk.type("Pay rent every blue moon")
        self.screen.wait_for_text("“every blue moon” stays in the name: repetitions are for instance fri weekly, or 1 dec every month.")
        self.desk.press("ctrl+a")
        self.desk.type("Pay rent every month")
        self.screen.wait_for_text("due today · every month")
        self.desk.press("ctrl+a")
        self.desk.type("Pay rent 2031-12-01 every month")
        self.screen.wait_for_text("due 1 Dec 2031 · every month")
        self.desk.press("Return")
        wait_until(lambda: "Pay rent" in self.tasks(), 10, "the task")

    # Fingers

    def test_swipe_deletes(self):
        self.begin()
        self.drag_row("Buy milk", -60)
        self.drag_row("Buy milk", 200)
        self.drag_row("Buy milk", 10, 120)
        self.assertIn("Buy milk", self.tasks())
        self.drag_row("Buy milk", -160)
        wait_until(lambda: "Buy milk" not in self.tasks(), 10, "the task to be deleted")
        self.screen.press("Undo", ROLE.PUSH_BUTTON)
        wait_until(lambda: "Buy milk" in self.tasks(), 10, "the task to be back")
        self.screen.wait_for_text("Buy milk")

    def test_list_changes_under_a_finger(self):
        """What is held when another task comes into its place is neither deleted nor done."""
        self.begin()
        for name in ("Swim", "Talk", "Unpack"):
            self.desk.vault("add", name)
        self.screen.wait_for_text("Unpack")
        for act, first, held in (("swipe", "Swim", "Talk"), ("press", "Buy milk", "Talk")):
            box = self.place_at_rest(f"Done: {held}", ROLE.CHECK_BOX)
            x, y = box.x + (200 if act == "swipe" else box.width // 2), box.y + box.height // 2
            self.desk.move(x, y)
            self.desk.button("down")
            if act == "swipe":
                self.desk.move(x - 60, y)
                self.desk.move(x - 160, y)
            self.desk.vault("done", self.tasks()[first]["id"])
            wait_until(lambda first=first: first not in self.screen.texts(), 10, f"{first} to be gone from the list")
            self.desk.button("up")
            time.sleep(0.3)
            self.assertLessEqual({"Talk", "Unpack"}, set(self.tasks()), act)

    def test_swipe_from_right_to_left(self):
        made = subprocess.run(
            ["localedef", "-f", "UTF-8", "-i", "he_IL", str(self.desk.home.path(HEBREW))], capture_output=True, check=False)
        if made.returncode != 0:
            self.skipTest("the system has no sources of locales")
        self.begin(LOCPATH=str(self.desk.home.path(HEBREW).parent), LC_ALL=HEBREW)
        self.drag_row("Buy milk", -160)
        self.assertIn("Buy milk", self.tasks())
        self.drag_row("Buy milk", 160)
        wait_until(lambda: "Buy milk" not in self.tasks(), 10, "the task to be deleted")

    def test_step_is_dragged(self):
        self.begin()
        self.screen.press("Pack", ROLE.LABEL, ROLE.STATIC)
        self.screen.wait_for_text("Map")
        first, last = (self.place_at_rest(step, ROLE.CHECK_BOX) for step in ("Tent", "Map"))
        # The handle is before the box.
        self.drag(first.x - 14, first.y + first.height // 2, 0, last.y - first.y + 8)
        wait_until(lambda: self.steps() == ["Stove", "Map", "Tent"], 10, "the step to be the last", lambda: f"{self.steps()}")

    def test_what_is_understood_moves_nothing(self):
        self.begin()

        def places():
            return [self.place_at_rest(f"Done: {name}", ROLE.CHECK_BOX) for name in ("Call the bank", "Buy milk")]

        def is_said(words):
            return any(words in text for text in self.screen.texts())
        for width in (900, 360):
            self.desk.resize(width, 640)
            before = places()
            self.desk.keys("ctrl+n")
            # What was understood, and what may be a slip.
            self.desk.type("Water the plants of all the neighbours +home tomorow")
            wait_until(lambda: is_said("tag home") and is_said("tomorow"), 10, "what was understood", self.screen.texts)
            self.assertEqual(before, places())
            # Whoever turns to what lies below it sees that.
            self.desk.keys("ctrl+f")
            wait_until(lambda: not is_said("tag home"), 10, "nothing above the filter", self.screen.texts)
            self.desk.keys("ctrl+n")
            wait_until(lambda: is_said("tag home"), 10, "what was understood", self.screen.texts)
            self.assertEqual(before, places())
            self.desk.press("ctrl+a", "BackSpace")
            wait_until(lambda: not is_said("tag home"), 10, "nothing to be said", self.screen.texts)
            self.assertEqual(before, places())

    def test_dragged_step_covers_the_others(self):
        self.begin()
        self.screen.press("Pack", ROLE.LABEL, ROLE.STATIC)
        self.screen.wait_for_text("Map")
        boxes = [self.place_at_rest(step, ROLE.CHECK_BOX) for step in ("Tent", "Stove", "Map")]
        rows = [box._replace(width=box.width + 60) for box in boxes]
        dark = [count_dark(self.desk, row) for row in rows]
        self.assertTrue(all(dark), dark)
        for held, others in ((0, (1, 2)), (2, (1, 0))):
            box = boxes[held]
            self.desk._x("mousemove", str(box.x - 14), str(box.y + box.height // 2), "mousedown", "1")
            for other in others:
                self.desk._x("mousemove", str(box.x - 14), str(boxes[other].y + box.height // 2))
                wait_until(lambda held=held, other=other: abs(count_dark(self.desk, rows[other]) - dark[held]) < 5, 10,
                           f"step {held} above step {other}, and nothing of that", lambda other=other: f"{count_dark(self.desk, rows[other])}, {dark}")
            self.desk._x("mousemove", str(box.x - 14), str(box.y + box.height // 2), "mouseup", "1")
        self.assertEqual(["Tent", "Stove", "Map"], self.steps())

    def steps(self):
        """The steps of the task that has some."""
        return [step["name"] for step in json.loads(self.desk.vault("show", self.ids["Pack"], "--json"))["task"]["subtasks"]]


if __name__ == "__main__":
    unittest.main()
