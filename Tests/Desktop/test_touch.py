"""The window by touch alone: what a touch screen tells of fingers, as the display hears it."""

import json
import os
import re
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen
from Tests.Desktop.pictures import count_pixels, write_bands
from Tests.Desktop.touch import Hand, TouchDisplay

ROLE = screen.Atspi.Role
BUTTON = ROLE.PUSH_BUTTON
TEXT = (ROLE.LABEL, ROLE.STATIC)
EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
# What a menu has below its last entry, and half of that, in pixels.
SHADOW, LAST = 24, 28
RED, TEAL, PLUM = (201, 11, 13), (0, 130, 129), (141, 33, 107)


class TouchTest(unittest.TestCase):
    """Tasks under a finger, anew for each test."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True, display=TouchDisplay)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.hand = Hand(cls.desk.display)
        cls.addClassCleanup(cls.hand.close)
        screen.begin()

    def begin(self, count=4, *more):
        """Adds tasks, and opens the window."""
        for number in range(count):
            self.desk.vault("add", f"Task {number:02}", "--priority", "high", *more)
        self.addCleanup(self.end)
        self.desk.open_window()
        self.screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text("Task 00", "Task 01")
        self.desk.focus()
        self.desk.look()

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
        """Where a widget is, once it rests."""
        node = self.screen.find(name, *roles)
        return wait_until(lambda: screen.still(lambda: screen.answer(node.place)), 10, f"the place of {name}")

    def middle(self, name, *roles):
        """The middle of a widget, once it rests."""
        place = self.place(name, *roles)
        return place.x + place.width // 2, place.y + place.height // 2

    def tap(self, name, *roles):
        """Taps a widget."""
        self.hand.tap(*self.middle(name, *roles))

    def swipe(self, name, dx, dy=0):
        """Moves a finger from a row's text."""
        x, y = self.middle(name, *TEXT)
        self.hand.move([(x, y), (x + dx, y + dy)])

    def push(self, title, *words):
        """Pushes something to the user themselves."""
        self.desk.vault("push", "send", "-", *words, text=json.dumps({"aps": {"alert": {"title": title, "body": "All of it."}}, "kind": "notice"}))

    def pixels(self, colour, condition, expected):
        """Waits until the number of a colour's pixels on the display is as wanted."""
        wait_until(lambda: condition(count_pixels(self.desk, colour)), 15, expected, lambda: f"there are {count_pixels(self.desk, colour)}")

    def test_tap_selects_and_ticks(self):
        self.begin()
        self.tap("Task 01", *TEXT)
        self.screen.find("Edit…", BUTTON)
        self.tap("Done: Task 02", ROLE.CHECK_BOX)
        wait_until(lambda: self.tasks()["Task 02"]["isDone"], 10, "the task to be done", lambda: f"{self.tasks()['Task 02']}")

    def test_swipe_deletes(self):
        self.begin()
        self.swipe("Task 01", -60)
        self.swipe("Task 01", 180)
        self.assertIn("Task 01", self.tasks())
        self.swipe("Task 01", -160)
        wait_until(lambda: "Task 01" not in self.tasks(), 10, "the task to be deleted")
        self.tap("Undo", BUTTON)
        wait_until(lambda: "Task 01" in self.tasks(), 10, "the task to be back")

    def test_finger_scrolls(self):
        self.begin(40)
        before = self.place("Task 05", *TEXT).y
        self.swipe("Task 05", 3, -120)
        self.assertLess(self.place("Task 05", *TEXT).y, before - 60)
        self.assertEqual(40, len(self.tasks()))
        self.assertFalse(self.screen.has("Edit…", BUTTON), "nothing was selected by that")

    def test_finger_that_rests_opens_the_menu(self):
        self.begin()
        with self.hand.finger(*self.middle("Task 01", *TEXT)):
            left, top, width, height = wait_until(self.menu, 10, "a menu")
        # Whoever lifts the finger has chosen nothing, and the menu is still there.
        self.screen.wait_for_text("Task 01")
        self.assertEqual((left, top, width, height), self.menu())
        self.assertEqual(4, len(self.tasks()))
        self.hand.tap(left + width // 2, top + height - SHADOW - LAST)
        wait_until(lambda: "Task 01" not in self.tasks(), 10, "the task to be deleted")
        wait_until(lambda: not self.menu(), 10, "no menu any more")

    def test_finger_beside_the_menu_closes_it(self):
        self.begin()
        with self.hand.finger(*self.middle("Task 00", *TEXT)):
            wait_until(self.menu, 10, "a menu")
        self.hand.tap(400, 560)
        wait_until(lambda: not self.menu(), 10, "no menu any more")
        self.assertEqual(4, len(self.tasks()))

    def menu(self):
        """Where the window of a menu is: left, top, width and height; None while none is open. GTK tells assistive technology other places of what is in one."""
        for window in re.findall(r"^ +(0x[0-9a-f]+) .*  \+\d+\+\d+$", self.xwininfo("-root", "-children"), re.MULTILINE):
            seen = self.xwininfo("-id", window)
            if "IsViewable" not in seen:
                continue
            left, top, width, height = (int(re.search(rf"{what}: +(-?\d+)", seen)[1]) for what in ("upper-left X", "upper-left Y", "Width", "Height"))
            if 100 < width < 300 and 100 < height < 400:
                return left, top, width, height
        return None

    def xwininfo(self, *words):
        """What the display says of a window; nothing of one that has gone."""
        return subprocess.run(["xwininfo", *words], env=self.desk.environment, capture_output=True, text=True, check=False, timeout=30).stdout

    def test_step_is_moved_by_its_handle(self):
        self.begin(2, "--subtask=Tent", "--subtask=Stove", "--subtask=Map")
        self.tap("Task 01", *TEXT)
        first, last = (self.place(step, ROLE.CHECK_BOX) for step in ("Tent", "Map"))
        x, y = first.x - 14, first.y + first.height // 2
        self.hand.move([(x, y), (x, y + last.y - first.y + 8)])

        def steps():
            return [step["name"] for step in self.tasks()["Task 01"]["subtasks"]]
        wait_until(lambda: steps() == ["Stove", "Map", "Tent"], 10, "the step to be the last", lambda: f"{steps()}")

    def test_banner_is_swiped_away(self):
        self.begin()
        self.push("Up")
        x, y = self.middle("Notice from you: Up: All of it.", BUTTON)
        self.hand.move([(x, y), (x, y - 90)])
        self.screen.wait_without("Notice from you: Up")
        self.assertTrue(self.screen.has("New task"), "the tasks are still there: it was not pressed")

    def test_picture_between_two_fingers(self):
        self.begin()
        self.push("The map", "--image", str(write_bands(self.desk.home.path("map.png"), 600, 120, RED, TEAL, PLUM)))
        self.desk.keys("alt+2")
        self.tap("The map", *TEXT)
        self.desk.keys("alt+3")
        self.screen.wait_for_text("fits")
        self.pixels(TEAL, lambda count: count == 600 * 120, "the picture")
        with self.hand.finger(440, 300) as one, self.hand.finger(520, 300) as other:
            self.hand.together((one, other), ((320, 300), (640, 300)))
        self.screen.wait_without("fits")
        # Four times as large, and what was between the fingers is still there: the middle one is all that is seen.
        self.pixels(TEAL, lambda count: count > 300_000, "the middle of the picture, larger")
        self.hand.move([(480, 260), (480, 500)])
        self.pixels(RED, lambda count: count > 50_000, "what is above it, moved by a finger")
        with self.hand.finger(320, 300) as one, self.hand.finger(640, 300) as other:
            self.hand.together((one, other), ((440, 300), (520, 300)))
        self.pixels(TEAL, lambda count: 0 < count < 90_000, "the picture as small as before")


if __name__ == "__main__":
    unittest.main()
