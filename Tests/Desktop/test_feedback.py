"""Comments and likes below an item of the inbox: two people at one server."""

import json
import subprocess
import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import FriendCase
from Tests.Desktop import screen

BUTTON, ENTRY = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT


class FeedbackTest(FriendCase):
    """What one says about a proposal in the window, the other one reads."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.bob.vault("propose", "ada", "Water the plants")
        cls.proposal = cls.bob.read("proposals")["proposals"][0]["id"]
        cls.open_window()
        cls.screen.find("Tasks")

    def setUp(self):
        self.desk.keys("alt+2")
        self.screen.press("Water the plants")
        self.screen.find("Like", BUTTON)

    def said(self):
        """What was said about the proposal, as Bob's command line has it."""
        return self.bob.read("proposals", "show", self.proposal)["feedback"]

    def test_comment(self):
        self.screen.press("Comment", ENTRY)
        self.desk.type("On Friday, or on Saturday?")
        self.desk.press("Return")
        self.screen.wait_for_text("On Friday, or on Saturday?")
        wait_until(lambda: any(text.startswith("you · ") for text in self.screen.texts()), 10, "who wrote it")
        wait_until(lambda: "On Friday, or on Saturday?" in [row["text"] for row in self.said()], 15, "the comment at Bob's")
        self.bob.vault("proposals", "comment", self.proposal, "<u>Saturday</u>.")
        self.screen.wait_for_text("<u>Saturday</u>.")

    def test_like(self):
        self.screen.press("Like", BUTTON)
        self.screen.wait_for_text("liked by you")
        wait_until(lambda: any(row["text"] is None for row in self.said()), 15, "the like at Bob's")
        self.screen.press("Like", BUTTON)
        self.screen.wait_without("liked by you")
        wait_until(lambda: not any(row["text"] is None for row in self.said()), 15, "the like to be taken back")

    def test_nobody_to_talk_to(self):
        self.desk.vault("push", "send", "-", text=json.dumps({"aps": {"alert": {"title": "From myself"}}, "kind": "notice"}))
        self.screen.wait_for_text("From myself")
        self.desk.keys("Escape")
        self.screen.press("From myself")
        wait_until(lambda: not self.has("Like"), 10, "nothing to like")
        self.assertFalse(self.has("Comment"))

    def test_what_came_to_everyone_is_between_nobody(self):
        home = self.desk.home
        subprocess.run(
            [home.program("vault-server"), "account", "admin", "bob@example.org", "on", "--data", str(home.path("server"))],
            env=home.environment(), timeout=30, capture_output=True, check=True)
        payload = json.dumps({"aps": {"alert": {"title": "To all of you"}}, "kind": "notice"})
        self.bob.vault("push", "send", "-", "--to", "everyone", text=payload)
        self.screen.wait_for_text("To all of you")
        self.desk.keys("Escape")
        self.screen.press("To all of you")
        wait_until(lambda: not self.has("Like"), 10, "nothing to like")
        self.assertFalse(self.has("Comment"))

    def has(self, name):
        """Whether something of that name is shown."""
        return any(node.name == name for node in self.screen.nodes())

    def test_names(self):
        self.assertEqual([], self.screen.unnamed())


if __name__ == "__main__":
    unittest.main()
