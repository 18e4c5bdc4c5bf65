"""What is done about a person from where they are shown, and what they have said, in both tabs that tell of it."""

import json
import os
import signal
import subprocess
import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import FriendCase
from Tests.Desktop import memory, screen

BUTTON, ENTRY, LABEL = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT, screen.Atspi.Role.LABEL


class PeopleTest(FriendCase):
    """Ada and Bob follow each other, and have written to each other."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.desk.vault("message", "send", "bob", "Are you there?")
        # That Bob follows is a hint, too.
        cls.desk.vault("people")
        cls.desk.vault("inbox", "read", "--all")
        cls.open_window()
        cls.screen.find("Tasks")

    def setUp(self):
        self.desk.keys("Escape", "alt+4")
        self.screen.press("Are you there?")
        self.screen.find("Message", ENTRY)

    def badges(self):
        """The numbers on the tabs, by their names."""
        found = {}
        for node in self.screen.nodes():
            if node.role == screen.Atspi.Role.PAGE_TAB:
                found.setdefault(node.name, set()).update(part.name for part in screen.everything(node) if part.name.isdigit())
        return found

    def wait_for_badges(self, **counts):
        """Waits until tabs have these numbers; None for no number."""
        expected = {name: set() if count is None else {str(count)} for name, count in counts.items()}
        wait_until(lambda: {name: self.badges()[name] for name in counts} == expected, 20, f"{expected}", lambda: f"{self.badges()}")

    def row(self):
        """What assistive technology calls the row of the conversation."""
        items = [node.name for node in self.screen.nodes() if node.role == screen.Atspi.Role.LIST_ITEM]
        return next(name for name in items if "Are you there?" in name)

    def is_blocked(self):
        """Whether Ada has blocked Bob."""
        people = json.loads(self.desk.vault("people", "--json"))["people"]
        return any(person["name"] == "bob" and person["isBlocked"] for person in people)

    def proposals(self):
        """What Ada has proposed, by the text."""
        return {row["text"]: row for row in json.loads(self.desk.vault("proposals", "--all", "--json"))["proposals"]}

    def number_at_bobs(self, text):
        """Proposes a task to Bob: its number in his inbox."""
        self.desk.vault("propose", "bob", text)

        def number():
            return next((str(item["number"]) for item in self.bob.read("inbox")["items"] if item["title"] == text), None)
        return wait_until(number, 20, "the proposal at Bob's")

    def agree(self, question, isYes):
        """Answers a question that nobody answers by Enter alone."""
        self.screen.wait_for_text(question)
        self.desk.press(*(["Tab", "Return"] if isYes else ["Return"]))
        self.screen.wait_without(question)
        self.desk.focus()

    def test_a_hint_is_read_in_both_tabs(self):
        self.wait_for_badges(Inbox=None, Messages=None)
        number = self.number_at_bobs("Paint the fence")
        self.bob.vault("inbox", "like", number)
        self.bob.vault("inbox", "comment", number, "With pleasure!")
        self.wait_for_badges(Inbox=2, Messages=2)
        # There it says what it is about, which the server alone knows, and the comment once.
        self.desk.keys("Escape", "alt+4")
        self.screen.wait_for_text("likes your “Paint the fence”")
        self.screen.press("commented on your “Paint the fence”: With pleasure!")
        self.screen.wait_for_text("about “Paint the fence”", "With pleasure!")
        self.assertEqual(1, self.screen.texts().count("With pleasure!"))
        self.picture("people-remark")
        self.wait_for_badges(Messages=1, Inbox=1)
        # Read in the inbox, the other one is read here.
        self.desk.keys("alt+2")
        items = json.loads(self.desk.vault("inbox", "--json"))["items"]
        unread = [item["title"] for item in items if item["state"] == "unread"]
        self.assertEqual(1, len(unread))
        self.screen.press(unread[0])
        self.wait_for_badges(Inbox=None, Messages=None)

    def test_menu_of_a_conversation(self):
        for is_row in (True, False):
            if is_row:
                self.screen.press_other(self.row(), screen.Atspi.Role.LIST_ITEM)
            else:
                self.screen.press("About this person", BUTTON)
            for title in ("Propose a Task…", "Name…", "Profile", "Block…"):
                self.screen.find(title, BUTTON)
            self.picture(f"people-menu-{'row' if is_row else 'head'}")
            # It asks first, and Enter alone does not agree.
            self.screen.act("Block…", BUTTON)
            self.agree("Block bob?", False)
            self.assertFalse(self.is_blocked())
        self.screen.press("About this person", BUTTON)
        self.screen.act("Block…", BUTTON)
        self.agree("Block bob?", True)
        wait_until(self.is_blocked, 15, "Bob to be blocked")
        self.desk.vault("people", "unblock", "bob")

    def test_all_is_read_at_once(self):
        self.wait_for_badges(Messages=None)
        self.bob.vault("inbox", "like", self.number_at_bobs("Mend the gate"))
        self.screen.wait_for_text("likes your “Mend the gate”")
        self.wait_for_badges(Messages=1)
        self.desk.keys("ctrl+shift+m")
        self.wait_for_badges(Messages=None, Inbox=None)

    def wait_for_block(self, isBlocked):
        """Waits until the conversation says whether Bob is blocked, and its menus offer the one thing that can be done about it."""
        line = "You have blocked bob. Nothing of theirs arrives."
        wait_until(lambda: (line in self.screen.texts()) == isBlocked, 15, f"a block: {isBlocked}", self.screen.texts)
        for is_row in (True, False):
            if is_row:
                self.screen.press_other(self.row(), screen.Atspi.Role.LIST_ITEM)
            else:
                self.screen.press("About this person", BUTTON)
            self.screen.find("Unblock" if isBlocked else "Block…", BUTTON)
            self.assertFalse(self.screen.has("Block…" if isBlocked else "Unblock", BUTTON))
            self.desk.press("Escape")
            wait_until(lambda: not self.screen.has("Propose a Task…", BUTTON), 10, "the menu to be gone")

    def test_a_block_is_seen_and_ends(self):
        self.wait_for_block(False)
        # As from another device: nothing tells this window, which asks when somebody comes back to the page.
        self.desk.vault("people", "block", "bob")
        self.desk.keys("alt+1", "alt+4")
        self.wait_for_block(True)
        self.picture("people-blocked")
        self.screen.press("About this person", BUTTON)
        self.screen.act("Unblock", BUTTON)
        wait_until(lambda: not self.is_blocked(), 15, "Bob to be blocked no more")
        self.wait_for_block(False)

    def test_profile_of_the_person(self):
        self.screen.press("About this person", BUTTON)
        self.screen.act("Profile", BUTTON)
        user = self.bob.user()
        self.screen.wait_for_text("Id", user, "You follow each other.", "Write to you, and propose tasks to you.")
        self.assertNotIn("Follow somebody", self.screen.texts())
        self.assertEqual([], self.screen.unnamed())
        self.picture("person")
        self.desk.resize(360, 600, "Profile of bob")
        for title in ("Unfollow", "Write a Message", "Propose a Task…", "Block…"):
            button = self.screen.find(title, BUTTON)
            wait_until(lambda button=button: 0 <= button.place().x and button.place().x + button.place().width <= 360, 10, f"{title} within 360 pixels",
                       lambda button=button: f"it is at {button.place().x}, {button.place().width} wide")
        self.picture("person-narrow")
        self.screen.act("Copy: Id", BUTTON)
        wait_until(lambda: self.clipboard() == user, 10, "the id on the clipboard", self.clipboard)
        for keys in (["U", "n", "c", "l", "e"], ["ctrl+a", "BackSpace"]):
            self.screen.act("Name…: What you call them", BUTTON)
            self.screen.find("What you call them", ENTRY)
            self.desk.press(*keys, "Return")
            wait_until(lambda keys=keys: ("Uncle" in self.screen.texts()) == (len(keys) > 2), 15, "the name", self.screen.texts)
            wait_until(lambda: not self.screen.has("What you call them", ENTRY), 15, "the form to be gone")
            self.desk.focus("Profile of bob")
        self.screen.act("Unfollow", BUTTON)
        self.screen.wait_for_text("They follow you, and you do not follow them.", "You no longer follow bob.")
        self.screen.act("Follow", BUTTON)
        self.screen.wait_for_text("You follow each other.")
        self.screen.act("Block…", BUTTON)
        self.screen.wait_for_text("Block bob?")
        self.desk.press("Tab", "Return")
        self.screen.find_after_dialog("Unblock", BUTTON)
        self.assertTrue(self.is_blocked())
        self.desk.focus("Profile of bob")
        self.screen.act("Unblock", BUTTON)
        self.screen.find("Block…", BUTTON)
        self.assertFalse(self.is_blocked())
        self.screen.act("Write a Message", BUTTON)
        wait_until(lambda: not self.screen.has("Copy: Id", BUTTON), 10, "the page to be gone")
        self.desk.focus()
        self.desk.type("From your page")
        self.desk.press("Return")
        wait_until(lambda: self.bob.read("messages")["entries"][:1] and self.bob.read("messages")["entries"][0]["text"] == "From your page", 20, "the message",
                   self.screen.texts)

    def clipboard(self):
        """What the clipboard holds; nothing where nobody offers anything."""
        return subprocess.run(
            ["xclip", "-out", "-selection", "clipboard"], env=self.desk.environment, capture_output=True, text=True, timeout=10, check=False).stdout

    def test_name(self):
        self.screen.press("About this person", BUTTON)
        self.screen.act("Name…", BUTTON)
        self.screen.find("What you call them", ENTRY)
        self.desk.type("Uncle Bob")
        self.desk.press("Return")
        self.desk.focus()
        wait_until(lambda: self.screen.texts().count("Uncle Bob") >= 2, 15, "the name in the row and in the head", self.screen.texts)
        person = next(person for person in json.loads(self.desk.vault("people", "--json"))["people"] if person["name"] == "bob")
        self.assertEqual("Uncle Bob", person["nickname"])
        self.desk.vault("people", "name", person["user"], "")
        wait_until(lambda: "Uncle Bob" not in self.screen.texts(), 15, "the name to be gone", self.screen.texts)

    def test_propose_what_is_typed(self):
        self.screen.press("About this person", BUTTON)
        self.screen.act("Propose a Task…", BUTTON)
        self.screen.find("Task, for instance: milk fri 18:00", ENTRY)
        self.desk.type("Mow the lawn 2031-05-18")
        self.desk.press("Return")
        self.desk.focus()
        wait_until(lambda: "Mow the lawn" in self.proposals(), 15, "the proposal", lambda: f"{self.screen.texts()}")
        self.assertTrue(self.proposals()["Mow the lawn"]["dueDate"].startswith("2031-05-18"))

    def test_what_is_typed_to_be_proposed_says_what_goes_along(self):
        self.screen.press("About this person", BUTTON)
        self.screen.act("Propose a Task…", BUTTON)
        self.screen.find("Task, for instance: milk fri 18:00", ENTRY)
        self.desk.type("Rake leaves !high +garden project:home remind:on 2031-05-18 every week")
        self.screen.wait_for_text("due 18 May 2031", "Not sent with it: every week · reminder · project home · high priority · tag garden")
        self.desk.press("ctrl+a")
        self.desk.type("Rake leaves tomorow")
        self.screen.wait_for_text("“tomorow” stays in the name: did you mean “tomorrow”?")
        self.screen.wait_without("Not sent with it: every week · reminder · project home · high priority · tag garden")
        self.desk.press("ctrl+a", "BackSpace", "Escape")
        self.desk.focus()

    def test_propose_a_task(self):
        self.desk.vault("add", "Bring the ladder", "--notes", "The long one.")
        self.desk.keys("alt+1")
        self.screen.press("Bring the ladder")
        self.screen.press("Propose to…", BUTTON)
        self.screen.find("Name or ID", ENTRY)
        self.desk.type("bo")
        self.screen.press("Propose to bob", BUTTON)
        self.picture("people-propose")
        self.desk.press("Return")
        self.desk.focus()
        wait_until(lambda: "Bring the ladder" in self.proposals(), 15, "the proposal", lambda: f"{self.screen.texts()}")
        proposal = self.proposals()["Bring the ladder"]
        self.assertEqual((self.bob.user(), "The long one."), (proposal["user"], proposal["notes"]))
        self.screen.wait_for_text("Proposed to bob: “Bring the ladder”")

    def test_a_step_is_not_left_while_a_proposal_is_sent(self):
        if not json.loads(self.desk.vault("status", "--json"))["hasPIN"]:
            self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for the people\n")
        step, notes = "Telephone to Persephone", "A long one stands behind the shed."
        task = json.loads(self.desk.vault("add", "Bring the rope", "--notes", notes, "--subtask", step, "--json"))["task"]["id"]
        self.desk.keys("alt+1")
        self.screen.press("Bring the rope")
        self.screen.wait_for_text(step)
        self.screen.press("Propose to…", BUTTON)
        self.screen.find("Name or ID", ENTRY)
        self.desk.type("bo")
        self.screen.press("Propose to bob", BUTTON)
        send = self.screen.find("Propose", BUTTON)
        # It takes its time.
        os.kill(self.desk.server.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.desk.server.pid, signal.SIGCONT)
        self.assertGreater(self.copies(step), 0, "the scan finds nothing that is there")
        self.desk.press("Return")
        wait_until(lambda: not send.has_now(screen.Atspi.StateType.SENSITIVE), 5, "a proposal under way")
        self.desk.vault("protect", task, "--label", "Family")

        def is_gone():
            # What assistive technology was answered last stays with the bus until it asks for something else.
            self.screen.texts()
            # What is proposed is kept until there is an answer: so there was none yet.
            return self.copies(step) == 0 and self.copies(notes) > 0
        wait_until(is_gone, 10, "the step to be gone before the answer", lambda: f"{self.copies(step)} of the step, {self.copies(notes)} of the notes")

    def copies(self, text):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())


if __name__ == "__main__":
    unittest.main()
