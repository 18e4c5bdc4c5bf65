"""What drops from the top of the window: pressed, swiped away, and left out where the list shows it."""

import json
import os
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen
from Tests.Desktop.order import drawn

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
# How long it is told, in seconds.
MOMENT = 10
BUTTON = screen.Atspi.Role.PUSH_BUTTON
# With a date, and a word that may be meant as another.
LINE = "Water the plants of all the neighbours +home tomorow"


class BannerTest(unittest.TestCase):
    """Pushes to somebody who looks at the window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Buy milk")
        cls.desk.focus()

    def push(self, title):
        """Pushes something to the user themselves."""
        self.desk.vault("push", "send", "-", text=json.dumps({"aps": {"alert": {"title": title, "body": "All of it."}}, "kind": "notice"}))

    def swipe(self, title, dx, dy):
        """Moves the banner with the pointer, as a finger does."""
        banner = self.screen.find(f"Notice from you: {title}: All of it.", BUTTON)
        place = wait_until(lambda: self.place(banner), 10, "the banner in its place")
        x, y = place.x + place.width // 2, place.y + place.height // 2
        self.desk._x("mousemove", str(x), str(y), "mousedown", "1")
        for step in range(1, 9):
            self.desk._x("mousemove", str(x + dx * step // 8), str(y + dy * step // 8))
        self.desk._x("mouseup", "1")

    @staticmethod
    def place(node):
        """Where a widget is; nothing while it has no place."""
        place = screen.answer(node.place)
        return place if place and place.width > 0 and place.height > 20 else None

    def test_swipe_dismisses(self):
        self.desk.keys("alt+1")
        for title, dx, dy in (("To the side", 120, 0), ("To the other side", -120, 0), ("Up", 0, -90)):
            with self.subTest(title):
                self.push(title)
                self.swipe(title, dx, dy)
                self.screen.wait_without(f"Notice from you: {title}")
                self.assertTrue(self.screen.has("New task"), "the tasks are still there: it was not pressed")

    def test_letters_of_two_directions_read_alike_in_banner_and_dialog(self):
        self.desk.keys("alt+1")
        title = "\u05d0\u05d1\u05d2 pay 12 \u202etpecxe\u202c me"
        self.push(title)

        def said(beginning):
            return next((text for text in self.screen.texts() if text.startswith(beginning)), None)
        banner = wait_until(lambda: said("Notice from you: "), 15, "the banner", self.screen.texts)
        seen = drawn(title.replace("\u202e", "").replace("\u202c", ""))
        self.assertEqual(f"Notice from you: {seen}", drawn(banner))
        self.screen.press(f"{banner}: All of it.", BUTTON)
        self.screen.act("Delete…", BUTTON)
        question = wait_until(lambda: said("Delete “"), 15, "the question", self.screen.texts)
        self.assertEqual(f"Delete “{seen}”?", drawn(question))
        self.desk.wait_for_window("")
        self.desk.press("Escape")
        self.screen.wait_without(question)
        self.desk.focus()

    def test_it_ends_by_itself_where_nobody_points_at_it(self):
        self.desk.keys("alt+1")
        self.desk.move(1270, 790)
        self.push("Not for long")
        name = "Notice from you: Not for long: All of it."
        self.screen.find(name, BUTTON)
        wait_until(lambda: not self.screen.has(name, BUTTON), 30, "the banner to end", self.screen.texts)

    def test_it_stays_while_somebody_points_at_it(self):
        self.desk.keys("alt+1")
        self.push("Read slowly")
        name = "Notice from you: Read slowly: All of it."
        banner = self.screen.find(name, BUTTON)
        place = wait_until(lambda: self.place(banner), 10, "the banner in its place")
        self.desk.move(place.x + place.width // 2, place.y + place.height // 2)
        began = time.monotonic()
        wait_until(lambda: time.monotonic() - began > MOMENT + 2, MOMENT + 10, "more than the time that it has")
        self.screen.find(name, BUTTON)
        self.desk.move(1270, 790)
        wait_until(lambda: not self.screen.has(name, BUTTON), 2 * MOMENT, "the banner to end", self.screen.texts)

    def test_it_is_not_above_what_is_typed(self):
        self.addCleanup(self.desk.resize, 960, 640)
        for width in (960, 360):
            with self.subTest(width):
                self.desk.resize(width, 640)
                self.desk.keys("alt+1", "ctrl+n")
                self.push(f"At {width} pixels")
                banner = self.screen.find(f"Notice from you: At {width} pixels: All of it.", BUTTON)
                entry = self.screen.find("New task", screen.Atspi.Role.TEXT, screen.Atspi.Role.ENTRY)
                self.wait_below(banner, entry)
                self.picture(f"banner-{width}-empty")
                self.desk.type(LINE)
                # What was understood, and what may be a slip: more than one line of a narrow window.
                understood, warning = (wait_until(lambda part=part: self.said(part), 10, part, self.screen.texts) for part in ("tag home", "tomorow"))
                for above in (entry, understood, warning):
                    self.wait_below(banner, above)
                self.picture(f"banner-{width}-typed")
                self.desk.press("ctrl+a", "BackSpace")
                # In the list it is on top again.
                self.desk.keys("Escape")
                self.screen.wait_without(f"Notice from you: At {width} pixels")

    def said(self, part):
        """The label that has a part of what is said."""
        roles = (screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC)
        return next((node for node in self.screen.nodes() if node.role in roles and part in node.name), None)

    def wait_below(self, banner, node):
        """Waits until the banner begins below something that is seen."""
        def ends(node):
            place = screen.answer(node.place)
            return place and place.height > 0 and (place.y, place.y + place.height)

        def is_below():
            there, above = ends(banner), ends(node)
            return there and above and there[0] >= above[1]
        wait_until(is_below, 10, f"the banner below {node.name}", lambda: f"{[ends(banner), ends(node)]}")

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def test_slip_is_no_swipe(self):
        self.desk.keys("alt+1")
        self.push("Only a slip")
        self.swipe("Only a slip", 24, 0)
        self.screen.find("Notice from you: Only a slip: All of it.", BUTTON)
        self.desk.keys("Escape")
        self.screen.wait_without("Notice from you: Only a slip")

    def test_counts_what_comes_and_goes_where_it_leads(self):
        self.desk.keys("alt+1")
        self.push("One of three")
        self.screen.find("Notice from you: One of three: All of it.", BUTTON)
        self.push("Two of three")
        self.screen.find("2 new · Notice from you: Two of three: All of it.", BUTTON)
        self.push("A title that has many more letters than anybody can read in passing, and would cover all that is beside it")
        banner = wait_until(lambda: next((node for node in self.screen.nodes() if node.role == BUTTON and "3 new · " in (
            node.name)), None), 15, "the third", self.screen.texts)
        place = wait_until(lambda: self.place(banner), 10, "the banner in its place")
        self.assertLess(place.width, 600)
        self.desk.keys("alt+2")
        wait_until(lambda: not any("3 new · " in node.name for node in self.screen.nodes()
                                   if node.role == BUTTON), 5, "no banner above the inbox", self.screen.texts)
        self.desk.keys("alt+1")
        self.push("The next one")
        self.screen.find("Notice from you: The next one: All of it.", BUTTON)
        self.desk.keys("Escape")

    def test_list_of_the_inbox_needs_no_banner(self):
        self.desk.keys("alt+2")
        self.push("Seen in the list")
        self.screen.wait_for_text("Seen in the list")
        self.desk.keys("alt+1")
        self.push("Told above the tasks")
        self.screen.find("Notice from you: Told above the tasks: All of it.", BUTTON)
        self.assertFalse(self.screen.has("Notice from you: Seen in the list: All of it.", BUTTON))
        self.desk.keys("Escape")


if __name__ == "__main__":
    unittest.main()
