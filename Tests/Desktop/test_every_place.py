"""Every page, window, form and question: each has names for assistive technology, and all of it has its room, in a wide window and in a narrow one."""

import json
import os
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.friend import Friend
from Tests.Desktop.pictures import write_png
from Tests.Desktop import layout, screen
from harness.mismatch import Mismatch

EMAIL, PASSWORD, PIN = "ada@example.org", "correct horse battery", "a pin for the window"
ROLE = screen.Atspi.Role
BUTTON = ROLE.PUSH_BUTTON


class EveryPlaceTest(unittest.TestCase):
    """A window with tasks, an inbox, a conversation and a channel; each test goes through all of them in a window of another width."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "Write the talk", "--tag", "work", "--due", "friday 18:00", "--subtask", "Outline", "--subtask", "Rehearse", "--notes", "Three parts, no slides.")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot")
        cls.meet_bob()
        picture = write_png(cls.desk.home.path("bay.png"), 640, 400, (0, 130, 129))
        payload = {"aps": {"alert": {"title": "The bay", "body": "Seen from the tower."}}, "kind": "task"}
        cls.desk.vault("push", "send", "-", "--image", str(picture), text=json.dumps(payload))
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Write the talk", "Spare key")

    @classmethod
    def meet_bob(cls):
        """Has somebody to write to, who has written, and a channel."""
        bob = Friend(cls.desk, "bob@example.org", PASSWORD)
        cls.addClassCleanup(bob.close)
        code = json.loads(cls.desk.vault("people", "invite", "--json"))["invitations"][0]["code"]
        bob.vault("follow", code, "--yes")
        bob.vault("message", "send", "ada", "Come at noon.")
        home = cls.desk.home
        subprocess.run(
            [home.program("vault-server"), "channel", "create", "--title", "Garden", "--description", "All that grows.", "--data", str(home.path("server"))],
            env=home.environment(), timeout=30, capture_output=True, check=True)
        cls.desk.vault("channels", "join", "garden")

    def look(self, title="Vault", ignored=()):
        """Looks at a window: all of it has a name and its room, but for faults with the words that are ignored."""
        if self.width:
            return self.look_at_width(title)
        if not self.is_narrow:
            self.assertEqual([], self.screen.unnamed())
        found = layout.wait_for_layout(self.screen, title, ignored)
        if found:
            self.picture(title)
        self.assertEqual([], found)

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{self.id().split('.')[-1]}-{name}.png"))

    def look_at_width(self, title):
        """Looks whether a window can be as narrow as a phone's display."""
        self.desk.resize(self.width, 640, title)
        wait_until(lambda: 0 < self.screen.window(title).place().width <= self.width, 5, f"{title} within {self.width} pixels",
                   lambda: f"{self.screen.window(title).place().width}")

    # Names are the same ones there.
    is_narrow = False
    # How wide windows may be at most, where that alone is looked at.
    width = None

    def test_wide(self):
        self.go_through()

    def test_narrow(self):
        self.is_narrow = True
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        wait_until(lambda: self.screen.window("Vault").place().width <= 360, 10, "a narrow window")
        self.go_through()

    def test_with_text_twice_as_large(self):
        self.is_narrow = True
        self.addCleanup(self.open_anew)
        self.addCleanup(self.set_resources, "")
        self.set_resources("Xft.dpi: 192")
        self.open_anew()
        wait_until(lambda: self.height("Write the talk") > 25, 10, "larger letters", lambda: f"{self.height('Write the talk')}")
        self.go_through("tasks", "inbox", "an item", "a conversation", "a channel", "a protected task", "Edit Task", "the PIN", "Preferences")

    def test_windows_above_are_narrow_with_larger_text(self):
        # More than GNOME's Large Text, which is a quarter. How narrow the first window can be, test_leaks measures.
        self.is_narrow, self.width = True, 360
        self.addCleanup(self.open_anew)
        self.addCleanup(self.set_resources, "")
        self.set_resources("Xft.dpi: 154")
        self.open_anew()
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        self.go_through("Edit Task", "Protect", "Edit Subtask", "New Protected Task", "Profile", "Preferences", "Access Log", "Doctor", "Shortcuts", "About")

    def open_anew(self):
        """Opens another window in place of the one that is open."""
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        self.desk.open_window()
        type(self).screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text("Write the talk", "Spare key")

    def set_resources(self, text):
        """Sets what desktops tell programs of the size of texts."""
        subprocess.run(
            ["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", text + "\n"], env=self.desk.environment, check=True, timeout=20)

    def height(self, text):
        """How high a text is in the list."""
        node = self.screen.find(text, ROLE.LABEL, ROLE.STATIC)
        return node.place().height

    def go_through(self, *wanted):
        """Goes to all places, or to some."""
        for name, visit in self.places().items():
            if wanted and name not in wanted:
                continue
            with self.subTest(name):
                self.desk.focus()
                visit()

    def places(self):
        """All places by name, each with what goes there, looks, and comes back."""
        pages = {page: lambda number=number: self.visit_page(number) for number, page in enumerate(("tasks", "inbox", "picture", "messages", "channels"), 1)}
        menu = {page: lambda page=page: self.visit_window(page) for page in ("Profile", "Preferences", "Access Log", "Doctor", "Shortcuts", "About")}
        return {
            **pages, "a task": lambda: self.visit(1, "Write the talk", "Outline"), "a protected task": lambda: self.visit(1, "Spare key", "The text is sealed."),
            "an item": lambda: self.visit(2, "The bay", "Seen from the tower."), "a conversation": lambda: self.visit(4, "Come at noon.", "Come at noon."),
            "a channel": lambda: self.visit(5, "Garden", "Leave"), "Edit Task": lambda: self.visit_form("Write the talk", "Edit…", "Edit Task"),
            "Protect": lambda: self.visit_form("Write the talk", "Protect…", "Protect"), "Edit Subtask": self.visit_step, "New Protected Task": self.visit_new,
            "the PIN": self.visit_pin, "a banner": self.visit_banner, **menu}

    def visit_page(self, number):
        """Looks at a page as it is at first."""
        self.desk.keys(f"alt+{number}")
        self.look()

    def visit(self, number, title, text):
        """Looks at what is selected of a list."""
        self.desk.keys(f"alt+{number}")
        self.press_row(title)
        self.screen.wait_for_text(text)
        self.look()
        self.go_back()

    def go_back(self):
        """Goes from a detail to its list. Where a click has led to the detail, no key is taken for a moment."""
        if self.is_narrow:
            self.desk.look()
        self.desk.keys("alt+Left")

    def begin(self, title):
        """Selects a task."""
        self.desk.keys("alt+1")
        self.press_row(title)

    def press_row(self, title):
        """Clicks the row of a list that has a title; the detail, which may not be seen, has the same words."""
        def row():
            nodes = [node for node in self.screen.nodes() if node.role == ROLE.LIST_ITEM and title in node.name]
            places = [screen.answer(node.place) for node in nodes]
            return next((place for place in places if place and place.width > 0 and place.height > 0), None)
        place = wait_until(lambda: screen.still(row), 15, f"the row of {title}", self.screen.texts)
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)

    def visit_form(self, task, button, title):
        """Looks at a form for a task."""
        self.begin(task)
        self.screen.act(button, BUTTON)
        self.visit_open(title)

    def visit_step(self):
        """Looks at the form for a step."""
        self.begin("Write the talk")

        def opened():
            # Where the click before has led to the detail, nothing is taken for a moment.
            if self.screen.has("Remind Me", BUTTON):
                self.desk.press("Return")
            else:
                self.screen.press("More: Outline")
            try:
                return wait_until(lambda: self.desk.has_window("Edit Subtask"), 1, "the form")
            except Mismatch:
                return False
        wait_until(opened, 20, "the form of the step", self.screen.texts)
        self.visit_open("Edit Subtask")

    def visit_new(self):
        """Looks at the form for a protected task."""
        self.desk.keys("ctrl+shift+n")
        self.visit_open("New Protected Task")

    def visit_open(self, title, ignored=()):
        """Looks at a window that was opened, and closes it."""
        self.desk.wait_for_window(title)
        try:
            self.look(title, ignored)
        finally:
            self.close(title)
            self.go_back()

    def visit_window(self, title):
        """Looks at a window that the menu leads to."""
        self.desk.keys("F10")
        self.screen.find(title, BUTTON)
        self.screen.act(title, BUTTON)
        # The reason of a refusal may be any sentence: it ends with an ellipsis, and its tool tip has all of it.
        self.visit_open(title, ["'refused: "])

    def close(self, title):
        """Closes a window above the first one."""
        self.desk.leave_window(title)
        self.desk.focus()

    def visit_pin(self):
        """Looks at the question for the PIN, which has no title."""
        self.desk.vault("lock")
        self.begin("Spare key")
        # What was open before has just gone.
        self.desk.look()
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        try:
            self.look("It opens what is protected.")
        finally:
            self.desk.press("Escape")
            self.screen.wait_without("It opens what is protected.")
            self.desk.focus()
            self.go_back()

    def visit_banner(self):
        """Looks at what drops from the top of the window."""
        self.desk.keys("alt+1")
        self.desk.vault("push", "send", "-", text=json.dumps({"aps": {"alert": {"title": "The door", "body": "It is open."}}, "kind": "notice"}))
        self.screen.find("Notice from you: The door: It is open.", BUTTON)
        try:
            # It lies over the list, as it should: looked at is that its words have their room.
            self.assertEqual([], layout.wait_for_layout(self.screen, "Vault", ignored=["lies over"]))
        finally:
            self.desk.keys("Escape")


if __name__ == "__main__":
    unittest.main()
