"""The tab with the inbox: the real server, the real agent, and what it pushes."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.pictures import strongest_colour
from Tests.Desktop import layout, memory, screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class InboxTest(unittest.TestCase):
    """What is pushed is in the window, and what is decided there is decided everywhere."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        # An empty vault would be set up first.
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")
        cls.log_in()

    @classmethod
    def log_in(cls):
        """Logs in at the window."""
        cls.desk.keys("alt+2")
        cls.screen.press("Email", screen.Atspi.Role.TEXT)
        cls.desk.type(EMAIL)
        cls.desk.press("Return")
        cls.desk.type(PASSWORD)
        cls.desk.press("Return")
        cls.screen.wait_for_text("The inbox is empty")

    def setUp(self):
        # What the test before has led to may be so new that no key is taken.
        self.desk.look()
        self.desk.keys("alt+2")

    def push(self, title, body, **payload):
        """Pushes something to the user themselves."""
        payload = {"aps": {"alert": {"title": title, "body": body}}, **payload}
        self.desk.vault("push", "send", "-", text=json.dumps(payload))

    def choose(self, title):
        """Selects an item in the list, which shows it without a banner above."""
        self.screen.wait_for_text(title)
        self.screen.press(title)

    def items(self):
        """The items of the inbox by title, as the command line has them."""
        return {item["title"]: item for item in json.loads(self.desk.vault("inbox", "list", "--json"))["items"]}

    def test_menu_has_what_needs_not_be_seen_first(self):
        self.push("Move the boxes", "Into the cellar.", kind="task")
        self.screen.wait_for_text("Move the boxes")
        self.screen.press_other("Move the boxes")
        self.screen.find("Accept", BUTTON)
        wait_until(lambda: self.named("Delete…") > 1, 10, "a menu")
        self.assertEqual(1, self.named("Accept"), "beside the text alone")
        # Its only word is selected, and asks first.
        self.desk.press("Return")
        self.screen.find("Delete “Move the boxes”?")
        self.desk.wait_for_window("")
        self.desk.press("Escape")
        self.screen.wait_without("Delete “Move the boxes”?")
        self.assertEqual("pending", self.items()["Move the boxes"]["state"])

    def named(self, name):
        """How many buttons are called so."""
        return sum(node.name == name and node.role == BUTTON for node in self.screen.nodes())

    def test_notice(self):
        self.push("Backup is done", "All files of tonight are safe.", kind="notice")
        self.screen.wait_for_text("Backup is done", "All files of tonight are safe.", "unread")
        self.choose("Backup is done")
        wait_until(lambda: self.items()["Backup is done"]["state"] == "read", 10, "the item to be read")
        self.assertNotIn("Accept", self.screen.texts())

    def test_all_is_read_at_once(self):
        for is_key, titles in ((True, ("The first", "The second")), (False, ("The third", "The fourth"))):
            for title in titles:
                self.push(title, "So that something is unread.", kind="notice")
            self.screen.wait_for_text(*titles)
            if is_key:
                self.desk.keys("ctrl+shift+m")
            else:
                self.screen.press_other(titles[0])
                self.screen.act("Mark All as Read", BUTTON)
            wait_until(lambda titles=titles: {self.items()[title]["state"] for title in titles} == {"read"}, 10, "all to be read", self.items)
        self.screen.wait_without("unread")

    def test_accept(self):
        self.push("Water the plants", "All of them.", kind="task")
        self.screen.wait_for_text("Water the plants")
        self.choose("Water the plants")
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text("Accepted: “Water the plants”")
        wait_until(lambda: self.items()["Water the plants"]["state"] == "accepted", 10, "the item to be accepted")
        self.picture("inbox-accepted")
        self.screen.press("Show Task", BUTTON)
        # It is open on the page of tasks, with its steps and all.
        self.screen.find("Edit…", BUTTON)
        self.screen.wait_for_text("Water the plants", "All of them.")
        self.picture("inbox-task")
        self.assertFalse(self.screen.has("No task selected"))

    def test_a_row_is_read_as_a_whole(self):
        self.push("The gate squeaks", "Since Monday.", kind="notice")
        self.screen.find("The gate squeaks, notice from you · just now, unread, Since Monday.", screen.Atspi.Role.LIST_ITEM)
        self.picture("inbox-rows")

    def test_reject(self):
        self.push("Buy this now", "Only today.", kind="task")
        self.choose("Buy this now")
        self.screen.press("Decline", BUTTON)
        self.screen.wait_for_text("Declined: “Buy this now”", "declined")
        wait_until(lambda: self.items()["Buy this now"]["state"] == "rejected", 10, "the item to be rejected")

    def test_nothing_else_is_undone_in_its_place(self):
        self.desk.keys("ctrl+n")
        self.desk.type("Written before")
        self.desk.press("Return")
        self.screen.wait_for_text("Written before")
        self.desk.keys("alt+2")
        self.push("Not this", "Never.", kind="task")
        self.choose("Not this")
        self.screen.press("Decline", BUTTON)
        self.screen.wait_for_text("Declined: “Not this”")
        self.desk.keys("ctrl+z")
        self.screen.wait_for_text("This can’t be undone: Declined: “Not this”")
        # Here it is about the inbox alone: what was done to tasks is not seen.
        wait_until(self.nothing_is_left_to_undo, 60, "nothing more of the inbox", self.screen.texts)
        self.assertIn("Written before", self.tasks())
        self.desk.keys("alt+1", "ctrl+z")
        wait_until(lambda: "Written before" not in self.tasks(), 10, "the task to be taken back")

    def nothing_is_left_to_undo(self):
        """Presses Ctrl+Z, which tells of what was done in the inbox before, one after the other."""
        self.desk.keys("ctrl+z")
        return self.screen.has("Nothing to undo in the inbox")

    def test_what_the_inbox_can_not_take_back_is_told_among_the_tasks_too(self):
        self.desk.keys("ctrl+n")
        self.desk.type("Noted before")
        self.desk.press("Return")
        self.screen.wait_for_text("Noted before")
        self.desk.keys("alt+2")
        self.push("Never this", "Never.", kind="task")
        self.choose("Never this")
        self.screen.press("Decline", BUTTON)
        self.screen.wait_for_text("Declined: “Never this”")
        self.desk.keys("alt+1", "ctrl+z")
        self.screen.wait_for_text("This can’t be undone: Declined: “Never this”. Ctrl+Z now undoes what was done before.")
        self.assertIn("Noted before", self.tasks())
        self.desk.keys("ctrl+z")
        wait_until(lambda: "Noted before" not in self.tasks(), 10, "the task to be taken back")

    def tasks(self):
        """What the open tasks are called, as the command line has them."""
        return [task.get("name") for task in json.loads(self.desk.vault("list", "--json"))["tasks"]]

    def test_protecting_says_before_what_goes(self):
        self.have_pin()
        self.push("Garden plans", "Where the tulips go.", kind="task")
        self.choose("Garden plans")
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text("Accepted: “Garden plans”")
        self.desk.keys("alt+1")
        self.screen.press("Garden plans")
        button = wait_until(lambda: next((node for node in self.screen.nodes() if node.name.startswith("Protect") and node.role == BUTTON), None), 10, "the button")
        button.act()
        self.screen.find("Protect", screen.Atspi.Role.FRAME, screen.Atspi.Role.WINDOW)
        wait_until(lambda: any("its text and picture are erased from the inbox, on all your devices and on the server" in text for text in self.screen.texts()),
                   10, "what else goes", lambda: f"{self.screen.texts()}")
        self.picture("protect")
        self.desk.focus("Protect")
        self.desk.press("Escape")
        self.screen.wait_without("Protect")

    def have_pin(self):
        """Has a PIN, which is chosen first where there is none."""
        if not json.loads(self.desk.vault("status", "--json"))["hasPIN"]:
            self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for the inbox\n")

    def test_protecting_takes_what_was_told_of_it(self):
        self.have_pin()
        title = "Ask the notary about the Bellweather legacy"
        self.push(title, "Before Michaelmas.", kind="task")
        self.choose(title)
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text(f"Accepted: “{title}”")
        self.assertGreater(self.copies(title), 0, "the scan finds nothing that is there")
        task = next(task["id"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"] if task.get("name") == title)
        self.desk.vault("protect", task, "--label", "Legacy")
        self.screen.wait_without(f"Accepted: “{title}”")
        wait_until(lambda: self.copies(title) == 0, 10, "no copy of the title", lambda: f"{self.copies(title)}")
        self.desk.keys("alt+1")
        self.screen.wait_for_text("Legacy")
        self.desk.keys("ctrl+z")
        wait_until(lambda: any(text.startswith("This can’t be undone: accepted") for text in self.screen.texts()), 10, "what can't be undone", self.screen.texts)

    def test_protecting_elsewhere_takes_what_was_told_as_it_came(self):
        self.have_pin()
        title, body = "Number the zebrafinches before Michaelmas", "A quagga herd stands beside the northern pond."
        self.desk.keys("alt+1")
        self.push(title, body, kind="task")
        self.screen.find(f"Task from you: {title}: {body}", BUTTON)
        self.desk.keys("Escape")
        self.desk.vault("inbox", "accept", str(self.items()[title]["number"]))
        task = next(task["id"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"] if task.get("name") == title)
        self.assertGreater(self.copies(title), 0, "the scan finds nothing that is there")
        self.desk.vault("protect", task, "--label", "Family")
        self.screen.wait_for_text("Family")

        def left():
            # What assistive technology was answered last stays with the bus until it asks for something else.
            self.screen.texts()
            return self.copies(title) + self.copies(body)
        wait_until(lambda: left() == 0, 10, "no copy of title and text", lambda: f"{left()}")

    def test_protecting_takes_what_was_told_of_an_item_that_was_deleted(self):
        self.have_pin()
        title = "Ask Quorndon Lane about Persephone"
        self.push(title, "Before Michaelmas.", kind="task")
        self.choose(title)
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text(f"Accepted: “{title}”")
        task = next(task["id"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"] if task.get("name") == title)
        self.screen.press("Delete…", BUTTON)
        self.screen.wait_for_text(f"Delete “{title}”?")
        self.desk.press("Tab", "Return")
        self.screen.wait_for_text(f"Deleted: “{title}”")
        self.assertGreater(self.copies(title), 0, "the scan finds nothing that is there")
        self.desk.vault("protect", task, "--label", "Another legacy")
        self.screen.wait_without(f"Deleted: “{title}”")
        wait_until(lambda: self.copies(title) == 0, 4, "no copy of the title", lambda: f"{self.copies(title)}")
        self.desk.keys("alt+1")
        self.screen.wait_for_text("Another legacy")
        self.desk.keys("ctrl+z")
        wait_until(lambda: any(text.startswith("This can’t be undone: deleted") for text in self.screen.texts()), 10, "what can't be undone", self.screen.texts)

    def copies(self, text):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())

    def test_delete(self):
        self.push("Old news", "Of yesterday.", kind="notice")
        self.choose("Old news")
        self.screen.press("Delete…", BUTTON)
        self.screen.wait_for_text("Delete “Old news”?")
        self.desk.press("Escape")
        self.screen.wait_without("Delete “Old news”?")
        self.assertIn("Old news", self.items())
        self.desk.keys("Delete")
        self.screen.wait_for_text("Delete “Old news”?")
        self.picture("inbox-delete")
        self.desk.press("Tab", "Return")
        wait_until(lambda: "Old news" not in self.items(), 15, "the item to be gone")
        self.screen.wait_without("Of yesterday.")

    def label(self, text, below=None):
        """Where the words are that are read, in the row of what stands there."""
        def look():
            row = self.screen.find(below, screen.Atspi.Role.LIST_ITEM) if below else None
            nodes = screen.everything(row) if row else self.screen.nodes()
            places = [screen.answer(node.place) for node in nodes if node.name == text
                      and node.role in (screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC)]
            return next((place for place in places if place and place.width > 0 and place.height > 0), None)
        return wait_until(look, 15, f"the place of {text}")

    def row_of(self, title):
        """What a row is called that begins with a title."""
        def look():
            names = [node.name for node in self.screen.nodes() if node.role == screen.Atspi.Role.LIST_ITEM]
            return next((name for name in names if name.startswith(f"{title}, ")), None)
        return wait_until(look, 15, f"a row with {title}", lambda: f"{self.screen.texts()}")

    def test_long_text(self):
        body = " ".join(f"Sentence number {number} says what is to be done on that day." for number in range(1, 60))
        self.push("A long story", body, kind="task")
        self.screen.wait_for_text("A long story")
        shown = next(text for text in self.screen.texts() if body.startswith(text) and len(text) > 200)
        # Three lines of the row, with an ellipsis: no more are there, and in those not even its beginning has its room.
        row = self.label(shown, self.row_of("A long story"))
        line = self.label("unread", self.row_of("A long story")).height
        self.assertGreater(row.height, 2 * line)
        self.assertLess(row.height, 5 * line)
        self.assertGreater(layout.min_width(shown), 3 * row.width)
        self.choose("A long story")
        accept = self.screen.find("Accept", BUTTON)
        whole = wait_until(lambda: next((place for place in self.places(body) if place.height > 640), None), 10, "all of the text in the detail")
        self.assertGreaterEqual(whole.width * (whole.height // layout.LINE), layout.min_width(body))
        # What can be done stands below, and is scrolled to by whoever goes there.
        self.assertGreater(accept.place().y, 640)
        self.desk.move(700, 400)

        def is_seen():
            # As a person turns the wheel.
            self.desk._x("click", "--repeat", "5", "5")
            place = screen.answer(accept.place)
            return place and 40 < place.y and place.y + place.height <= 640
        wait_until(is_seen, 10, "the button on the screen")
        # What the wheel was turned last may not have moved anything yet, and a message may stand above the button.
        self.desk.look()
        wait_until(lambda: not self.screen.has("Dismiss"), 20, "no message", self.screen.texts)
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text("Accepted: “A long story”")

    def places(self, text):
        """Where a text is read."""
        found = [screen.answer(node.place) for node in self.screen.nodes() if node.name == text]
        return [place for place in found if place]

    def test_due_date(self):
        self.push("Cut the hedge", "Both sides.", kind="task", due="2031-05-10T18:00:00Z")
        row = self.row_of("Cut the hedge")
        byline = wait_until(lambda: next((text for text in self.screen.texts() if text.startswith("task from you") and "2031" in text), None), 10, "when it is due", self.screen.texts)
        place = self.label(byline, row)
        self.assertGreaterEqual(place.width, layout.min_width(byline))
        self.choose("Cut the hedge")
        wait_until(lambda: any("2031" in text and "unread" not in text and text != byline for text in self.screen.texts()), 10, "when it is due, in the detail", self.screen.texts)

    def test_states_have_a_word_and_a_colour(self):
        for title in ("First of three", "Second of three", "Third of three"):
            self.push(title, "For you.", kind="task")
            self.screen.wait_for_text(title)
        self.desk.vault("inbox", "accept", str(self.items()["First of three"]["number"]))
        self.desk.vault("inbox", "reject", str(self.items()["Second of three"]["number"]))
        colours = {}
        for title, word in (("First of three", "accepted"), ("Second of three", "declined"), ("Third of three", "unread")):
            wait_until(lambda title=title, word=word: f", {word}, " in self.row_of(title), 15, f"{title} to be {word}")
            self.desk.move(1270, 790)
            colours[word] = strongest_colour(self.desk, self.label(word, self.row_of(title)))
        red, green, blue = range(3)
        for word, part in (("accepted", green), ("declined", red), ("unread", blue)):
            self.assertEqual(part, max(range(3), key=lambda place, word=word: colours[word][place]), colours)

    def badges(self):
        """The numbers on the tabs of the switcher, by page."""
        found = {}
        for node in self.screen.nodes():
            if node.role == screen.Atspi.Role.PAGE_TAB:
                numbers = [name for name in (part.name for part in screen.everything(node)) if name.isdigit()]
                found.setdefault(node.name, set()).update(numbers)
        return found

    def unread(self):
        """How many items are unread, as the command line has it."""
        return sum(item["state"] == "unread" for item in self.items().values())

    def test_badge(self):
        self.push("Count me", "One.", kind="notice")
        self.screen.wait_for_text("Count me")
        wait_until(lambda: self.badges()["Inbox"] == {f"{self.unread()}"}, 10, "as many as are unread", lambda: f"{self.badges()}, {self.unread()}")
        before = self.unread()
        self.choose("Count me")
        wait_until(lambda: self.unread() == before - 1 and self.badges()["Inbox"] == ({f"{before - 1}"} if before > 1 else set()), 10, "one less", lambda: f"{self.badges()}")
        self.assertFalse(self.badges()["Tasks"])

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def test_banner(self):
        self.desk.keys("alt+1")
        self.push("The door is open", "Since ten minutes.", kind="notice")
        banner = "Notice from you: The door is open: Since ten minutes."
        self.screen.find(banner, BUTTON)
        self.desk.keys("Escape")
        self.screen.wait_without("Notice from you: The door is open")
        self.push("The door is still open", "Since twenty minutes.", kind="notice")
        self.screen.press("Notice from you: The door is still open: Since twenty minutes.", BUTTON)
        wait_until(lambda: self.items()["The door is still open"]["state"] == "read", 10, "the item to be read")

    def test_markup_is_text(self):
        self.push("<b>Bold</b> & more", "<a href='x'>text</a>", kind="notice")
        self.screen.wait_for_text("<b>Bold</b> & more", "<a href='x'>text</a>")


if __name__ == "__main__":
    unittest.main()
