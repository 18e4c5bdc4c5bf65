"""The page with the user's profile: who follows, whom one follows and blocks, invitations."""

import json
import os
import re
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.friend import Friend
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
# An invitation, as it is written down.
CODE = re.compile("(?:[0-9a-f]{4}-){7}[0-9a-f]{4}")
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class ProfileTest(unittest.TestCase):
    """What is done about people in the window is done at the server."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.user = json.loads(cls.desk.vault("profile", "--json"))["profile"]["user"]
        cls.bob = Friend(cls.desk, "bob@example.org", PASSWORD)
        cls.addClassCleanup(cls.bob.close)
        cls.bob.vault("follow", cls.user)
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")

    def setUp(self):
        self.open()
        self.addCleanup(self.close)

    def open(self):
        """Opens the page."""
        self.desk.keys("F10")
        self.screen.find("Profile", BUTTON)
        self.desk.press("Return")
        self.screen.wait_for_text("You", EMAIL, self.user)

    def close(self):
        """Closes the page."""
        self.desk.press("Escape")
        self.screen.wait_without("Follow somebody")

    def person(self, name):
        """What somebody is to Ada, as the command line has it."""
        return next((person for person in json.loads(self.desk.vault("people", "--json"))["people"] if person["name"] == name), None)

    def activate(self, name):
        """Does what a button does, wherever it is: the page is longer than its window."""
        self.screen.find(name, BUTTON).act()

    def test_new_follower(self):
        self.close()
        erin = Friend(self.desk, "erin@example.org", PASSWORD)
        self.addCleanup(erin.close)
        erin.vault("follow", self.user)
        self.open()
        self.screen.wait_for_text("New since the last time:", "erin")

    def test_follow_back(self):
        self.close()
        frank = Friend(self.desk, "frank@example.org", PASSWORD)
        self.addCleanup(frank.close)
        frank.vault("follow", self.user)
        identity = frank.user()[:8]
        self.desk.keys("alt+2")
        # Nobody knows yet that this name is the right one's.
        self.screen.press(f"frank ({identity}) follows you")
        self.screen.press("Follow Back", BUTTON)
        wait_until(lambda: (self.person("frank") or {}).get("isFollowed"), 15, "Frank to be followed")
        self.screen.wait_for_text("frank follows you")
        self.assertFalse(self.screen.has("Follow Back", BUTTON))
        self.picture("follow-back")
        # By a command the window hears nothing of.
        self.desk.vault("unfollow", frank.user())
        self.screen.press(next(text for text in self.screen.texts() if text.startswith("bob") and text.endswith("follows you")))
        self.screen.press(f"frank ({identity}) follows you")
        self.screen.find("Follow Back", BUTTON)
        self.open()

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def test_block_and_follow(self):
        for is_meant in (False, True):
            self.activate("Block: bob")
            # It asks first, and Enter alone does not agree.
            self.screen.wait_for_text("Block bob?")
            self.desk.press(*(["Tab", "Return"] if is_meant else ["Return"]))
            self.screen.wait_without("Block bob?")
            self.desk.focus("Profile")
            if not is_meant:
                self.assertFalse(self.person("bob")["isBlocked"])
        self.screen.find("Unblock: bob", BUTTON)
        self.assertTrue(self.person("bob")["isBlocked"])
        self.activate("Unblock: bob")
        self.screen.find("Block: bob", BUTTON)
        self.activate("Follow: bob")
        self.screen.find("Unfollow: bob", BUTTON)
        self.assertTrue(self.person("bob")["isFollowed"])
        self.activate("Unfollow: bob")
        self.screen.find("Follow: bob", BUTTON)
        self.assertFalse(self.person("bob")["isFollowed"])

    def test_nickname(self):
        self.activate("Name: bob")
        self.screen.find("What you call them", screen.Atspi.Role.TEXT)
        self.desk.type("Uncle Bob")
        self.desk.press("Return")
        self.screen.find("Name: Uncle Bob", BUTTON)
        self.assertEqual("Uncle Bob", self.person("bob")["nickname"])
        self.desk.focus("Profile")
        self.activate("Name: Uncle Bob")
        self.screen.find("What you call them", screen.Atspi.Role.TEXT)
        self.desk.press("ctrl+a", "BackSpace", "Return")
        self.screen.find("Name: bob", BUTTON)
        self.desk.focus("Profile")

    def test_invitations_are_revoked(self):
        self.desk.vault("people", "invite")
        self.close()
        self.open()
        rows = wait_until(lambda: [node for node in self.screen.nodes() if node.name.startswith("Revoke: Made ")], 15, "an invitation")
        count = len(self.invitations())
        rows[-1].act()
        self.screen.wait_for_text("Revoke the invitation?")
        self.desk.press("Tab", "Return")
        wait_until(lambda: len(self.invitations()) == count - 1, 15, "one invitation less")
        self.desk.focus("Profile")

    def invitations(self):
        """The invitations that serve, as the command line has them."""
        return json.loads(self.desk.vault("people", "invite", "--list", "--json"))["invitations"]

    def test_invitation(self):
        self.activate("Make Code: Invite somebody")
        area = self.screen.find("QR code of the invitation")
        code = next(text for text in self.screen.texts() if CODE.fullmatch(text))
        self.assertFalse(any(code in text for text in area.everything_said()))
        self.assertEqual(code, self.scanned(area))
        carol = Friend(self.desk, "carol@example.org", PASSWORD)
        self.addCleanup(carol.close)
        carol.vault("follow", code, "--yes")
        wait_until(lambda: self.person("carol"), 15, "Carol among the people")
        # The page follows.
        self.screen.wait_for_text("carol")

    def scanned(self, area):
        """What a reader of QR codes sees on the display."""
        self.desk.resize(520, 780, "Profile")
        screen.answer(area.take_focus)
        file = self.desk.home.path("code.png")

        def look():
            # As a person does, who scrolls to where the picture is.
            self.desk.press("Page_Down")
            self.desk.picture(file)
            return subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(file)], capture_output=True, text=True, timeout=30, check=False).stdout.strip()
        return wait_until(look, 20, "a code that can be read")

    def test_follow_by_invitation(self):
        dave = Friend(self.desk, "dave@example.org", PASSWORD)
        self.addCleanup(dave.close)
        code = dave.read("people", "invite")["invitations"][0]["code"]
        self.screen.press("Name, id, invitation or email")
        self.desk.type(code)
        self.desk.press("Return")
        self.screen.find("Please confirm")
        self.desk.press("Return")
        wait_until(lambda: self.person("dave"), 15, "Dave among the people")
        self.assertTrue(self.person("dave")["isFollowed"])

    def test_all_lines_of_a_wrong_invitation_are_seen(self):
        self.screen.press("Name, id, invitation or email")
        self.desk.type("1297-bf0f-b5f5-210e-4042-4d74-cedd-7d72")
        self.desk.press("Return")
        told = ("There is no such invitation: it may be mistyped, was used or revoked, or is older than a week."
                " Ask who invited you for another.")
        labels = (screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC)
        # It is written as headings are; two lines would be less.
        line = wait_until(lambda: self.screen.find("Follow somebody", *labels).place().height, 10, "a heading")
        wait_until(lambda: self.screen.find(told, *labels).place().height > 2.5 * line, 5, "room for three lines",
                   lambda: f"{self.screen.find(told, *labels).place().height}, {line} a line")

    def test_nobody(self):
        self.screen.press("Name, id, invitation or email")
        self.desk.type("nobody at all")
        self.desk.press("Return")
        wait_until(lambda: any("nobody at all" in text for text in self.screen.texts()), 15, "the reason")

    def test_names(self):
        self.screen.find("Make Code: Invite somebody", BUTTON)
        self.assertEqual([], self.screen.unnamed())


if __name__ == "__main__":
    unittest.main()
