"""The tab with the inbox: the real server, the real agent, and what it pushes."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class InboxTest(unittest.TestCase):
    """What is pushed is in the window, and what is decided there is decided everywhere."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")
        cls.log_in()

    @classmethod
    def log_in(cls):
        """Logs in at the window, with a wrong password first."""
        cls.desk.keys("alt+2")
        cls.screen.press("Log In", BUTTON)
        cls.answer("Email", EMAIL)
        cls.answer("Password", "a wrong one")
        cls.screen.wait_for_text("The server says that email or password are wrong.")
        cls.desk.press("Return")
        cls.answer("Password", PASSWORD)
        cls.screen.wait_for_text("The inbox is empty")

    @classmethod
    def answer(cls, heading, text):
        """Answers a question."""
        cls.screen.find(heading)
        cls.desk.type(text)
        cls.desk.press("Return")

    def setUp(self):
        self.desk.keys("alt+2")

    def push(self, title, body, **payload):
        """Pushes something to the user themselves."""
        payload = {"aps": {"alert": {"title": title, "body": body}}, **payload}
        self.desk.vault("push", "send", "-", text=json.dumps(payload))

    def choose(self, title):
        """Selects an item in the list, once the banner about it has come and gone."""
        self.screen.wait_for_text(title, f"{title} from you")
        self.desk.keys("Escape")
        self.screen.wait_without(f"{title} from you")
        self.screen.press(title)

    def items(self):
        """The items of the inbox by title, as the command line has them."""
        return {item["title"]: item for item in json.loads(self.desk.vault("inbox", "list", "--json"))["items"]}

    def test_notice(self):
        self.push("Backup is done", "All files of tonight are safe.", kind="notice")
        self.screen.wait_for_text("Backup is done", "All files of tonight are safe.", "unread")
        self.choose("Backup is done")
        wait_until(lambda: self.items()["Backup is done"]["state"] == "read", 10, "the item to be read")
        self.assertNotIn("Accept", self.screen.texts())

    def test_accept(self):
        self.push("Water the plants", "All of them.", kind="task")
        self.screen.wait_for_text("Water the plants")
        self.choose("Water the plants")
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text("Accepted: “Water the plants”")
        wait_until(lambda: self.items()["Water the plants"]["state"] == "accepted", 10, "the item to be accepted")
        self.desk.keys("alt+1")
        self.screen.wait_for_text("Water the plants")

    def test_reject(self):
        self.push("Buy this now", "Only today.", kind="task")
        self.choose("Buy this now")
        self.screen.press("Delete", BUTTON)
        self.screen.wait_for_text("Declined: “Buy this now”")
        wait_until(lambda: self.items()["Buy this now"]["state"] == "rejected", 10, "the item to be rejected")

    def test_banner(self):
        self.desk.keys("alt+1")
        self.push("The door is open", "Since ten minutes.", kind="notice")
        banner = "The door is open from you: Since ten minutes."
        self.screen.find(banner, BUTTON)
        self.desk.keys("Escape")
        self.screen.wait_without("The door is open from you")
        self.push("The door is still open", "Since twenty minutes.", kind="notice")
        self.screen.press("The door is still open from you: Since twenty minutes.", BUTTON)
        wait_until(lambda: self.items()["The door is still open"]["state"] == "read", 10, "the item to be read")

    def test_markup_is_text(self):
        self.push("<b>Bold</b> & more", "<a href='x'>text</a>", kind="notice")
        self.screen.wait_for_text("<b>Bold</b> & more", "<a href='x'>text</a>")


if __name__ == "__main__":
    unittest.main()
