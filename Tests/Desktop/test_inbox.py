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

    def test_menu_has_what_the_detail_offers(self):
        self.push("Move the boxes", "Into the cellar.", kind="task")
        self.screen.wait_for_text("Move the boxes")
        self.screen.press_other("Move the boxes")
        wait_until(lambda: sum(screen.read(node, node.get_name) == "Decline" for node in self.screen.nodes()) > 1, 10, "a menu")
        # Its first word is selected.
        self.desk.press("Return")
        self.screen.wait_for_text("Accepted: “Move the boxes”")
        self.assertEqual("accepted", self.items()["Move the boxes"]["state"])

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
        self.screen.wait_for_text("This can’t be undone: Declined: “Not this”. Ctrl+Z now undoes what was done before.")
        self.assertIn("Written before", [task["name"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"]])
        self.desk.keys("ctrl+z")
        wait_until(lambda: "Written before" not in [task["name"] for task in json.loads(self.desk.vault("list", "--json"))["tasks"]], 10,
                   "the task to be taken back")

    def test_protecting_says_before_what_goes(self):
        # Without a PIN one is chosen first.
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for the inbox\n")
        self.push("Garden plans", "Where the tulips go.", kind="task")
        self.choose("Garden plans")
        self.screen.press("Accept", BUTTON)
        self.screen.wait_for_text("Accepted: “Garden plans”")
        self.desk.keys("alt+1")
        self.screen.press("Garden plans")
        button = wait_until(lambda: next((node for node in self.screen.nodes() if node.get_name().startswith("Protect") and node.get_role() == BUTTON), None), 10, "the button")
        button.do_action(0)
        self.screen.find("Protect", screen.Atspi.Role.FRAME, screen.Atspi.Role.WINDOW)
        wait_until(lambda: any("its text and picture are erased from the inbox, on all your devices and on the server" in text for text in self.screen.texts()),
                   10, "what else goes", lambda: f"{self.screen.texts()}")
        self.picture("protect")
        self.desk.focus("Protect")
        self.desk.press("Escape")
        self.screen.wait_without("Protect")

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
