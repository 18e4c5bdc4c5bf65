"""A task that is protected while a server holds back its answer to the proposal of it."""

import contextlib
import json
import os
import signal
import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import FriendCase
from Tests.Desktop import screen

BUTTON, ENTRY = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT
SECRET = "Ask about the Bellweather legacy"


class HeldProposalTest(FriendCase):
    """Ada proposes a task to Bob, the server takes its time, and another client protects the task meanwhile."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for the window\n")
        for name in (SECRET, "Bring the ladder"):
            cls.desk.vault("add", name)
        cls.open_window()
        cls.screen.find("Tasks")

    @contextlib.contextmanager
    def held(self):
        """Has the server take what comes, and answer nothing."""
        os.kill(self.desk.server.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.desk.server.pid, signal.SIGCONT)

    def begin(self, name):
        """Fills in to whom a task is proposed."""
        self.screen.press(name)
        self.screen.press("Propose to…", BUTTON)
        self.screen.find("Name or ID", ENTRY)
        self.screen.press("Propose to bob", BUTTON)

    def is_sent(self):
        """Whether the form waits for an answer: nothing can be sent meanwhile."""
        buttons = [node for node in self.screen.nodes() if node.name == "Propose" and node.role == BUTTON]
        return bool(buttons) and not buttons[0].has_now(screen.Atspi.StateType.SENSITIVE)

    def titles(self):
        """What Bob has got."""
        return [item["title"] for item in self.bob.read("inbox")["items"]]

    def test_nothing_of_a_task_that_is_protected_meanwhile_is_shown_or_leaves(self):
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        task = next(task["id"] for task in tasks if task["name"] == SECRET)
        self.begin(SECRET)
        with self.held():
            self.desk.press("Return")
            wait_until(self.is_sent, 15, "the form to wait")
            self.desk.vault("protect", task, "--label", "Family")
            # It ends at once, though nobody has answered yet: after some seconds the agent itself gives up.
            wait_until(lambda: not self.screen.has("Name or ID", ENTRY), 4, "the form to be gone", self.screen.texts)
            self.screen.wait_for_text("This task is protected now.", "Family")
            self.assertFalse([text for text in self.screen.texts() if SECRET in text])
        self.desk.focus()
        # What comes later over the same connection of the window comes after the answer.
        self.begin("Bring the ladder")
        self.desk.press("Return")
        wait_until(lambda: "Bring the ladder" in self.titles(), 20, "the other proposal at Bob's", lambda: f"{self.titles()} {self.screen.texts()}")
        self.assertNotIn(SECRET, self.titles())
        proposals = json.loads(self.desk.vault("proposals", "--all", "--json"))["proposals"]
        self.assertEqual(["Bring the ladder"], [proposal["text"] for proposal in proposals])


if __name__ == "__main__":
    unittest.main()
