"""The tab with the channels: two people at one server."""

import json
import os
import re
import subprocess
import unittest
import urllib.request

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.friend import Friend
from Tests.Desktop.pictures import count_dark, count_pixels, write_png
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON, ENTRY = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT
TEAL = (29, 91, 121)
# The fifth tab.
TAB = "alt+5"


class ChannelsTest(unittest.TestCase):
    """Channels are joined, read, written in and left in the window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.create("Garden", "--picture", cls.upload())
        cls.create("News")
        cls.create("Travels")
        cls.bob = Friend(cls.desk, "bob@example.org", PASSWORD)
        cls.addClassCleanup(cls.bob.close)
        cls.bob.vault("channels", "join", "news")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")

    @classmethod
    def create(cls, title, *options, about=None):
        """Makes a channel, as the server's administrator would."""
        home = cls.desk.home
        subprocess.run(
            [home.program("vault-server"), "channel", "create", "--title", title, "--description", about or f"About {title}", *options,
             "--data", str(home.path("server"))], env=home.environment(), timeout=30, capture_output=True, check=True)

    @classmethod
    def upload(cls):
        """Brings a picture to the server, as the console does, and hands over its id."""
        token = cls.ask("/v1/sessions", json.dumps({"email": EMAIL, "password": PASSWORD}).encode())["token"]
        picture = write_png(cls.desk.home.path("garden.png"), 60, 60, TEAL).read_bytes()
        return cls.ask("/v1/attachments", picture, {"Authorization": f"Bearer {token}"})["id"]

    @classmethod
    def ask(cls, path, data, headers=None):
        """Asks the server as any program would."""
        headers = {"Content-Type": "application/json" if headers is None else "image/png"} | (headers or {})
        request = urllib.request.Request(cls.desk.server.url + path, data, headers, method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def setUp(self):
        self.desk.keys(TAB)
        self.screen.wait_for_text("Garden", "News", "Travels")

    def channels(self):
        """The channels by title, as Ada's command line has them."""
        return {channel["title"]: channel for channel in json.loads(self.desk.vault("channels", "--json"))["channels"]}

    def join_news(self):
        """Joins the channel that Bob is in, and opens it."""
        self.screen.press("News")
        if not self.channels()["News"]["isJoined"]:
            self.screen.press("Join", BUTTON)
        self.screen.find("Leave", BUTTON)

    def test_join_by_title_and_leave(self):
        self.screen.press("Join", ENTRY)
        self.desk.type("gard")
        self.desk.press("Return")
        self.screen.find("Leave", BUTTON)
        self.assertTrue(self.channels()["Garden"]["isJoined"])
        # The keyboard is where one writes.
        wait_until(lambda: self.screen.find("Message", ENTRY).has(screen.Atspi.StateType.FOCUSED), 10, "the keyboard in the message")
        self.desk.type("Who has spare beans?")
        self.desk.press("Return")
        self.screen.wait_for_text("Who has spare beans?")
        self.screen.press("Leave", BUTTON)
        self.screen.wait_for_text("Leave Garden?")
        self.desk.press("Escape")
        self.screen.wait_without("Leave Garden?")
        self.assertTrue(self.channels()["Garden"]["isJoined"])
        self.screen.press("Leave", BUTTON)
        self.screen.wait_for_text("Leave Garden?")
        self.desk.press("Tab", "Return")
        self.screen.wait_for_text("Left Garden.")
        self.assertFalse(self.channels()["Garden"]["isJoined"])
        self.screen.find("Join", BUTTON)

    def test_new_channels_come_while_somebody_looks(self):
        self.desk.focus()
        self.create("Weather")
        wait_until(lambda: "Weather" in self.screen.texts(), 75, "the new channel, within a minute", self.screen.texts)

    def ink(self, title, about):
        """Shows a channel that the user is not in, and counts the dark pixels where it says what it is about."""
        self.screen.press(title)
        self.screen.find("Join", BUTTON)
        self.desk.move(1270, 790)

        def look():
            lines = [screen.answer(node.place) for node in self.screen.nodes() if node.name == about]
            return next((count_dark(self.desk, place) for place in lines if place and place.x > 440 and place.height > 0), None)
        return wait_until(look, 10, "what the channel is about")

    def test_marks_of_a_title_are_drawn_over_no_other_line(self):
        about, marked = "Next to no ink.", "o" + "\u0323" * 15
        for title in ("Quiet", marked):
            self.create(title, about=about)
        self.desk.keys("alt+1", TAB)
        plain = self.ink("Quiet", about)
        wait_until(lambda: self.ink(marked, about) == plain, 5, "no ink but that of the line", lambda: f"{plain} before, {self.ink(marked, about)} now")

    def test_channel_opens_after_another_login(self):
        self.join_news()
        self.desk.vault("logout")
        self.screen.wait_without("News", "Leave")
        self.desk.vault("login", "--email", EMAIL, "--password-stdin", text=PASSWORD + "\n")
        self.screen.wait_for_text("News", "Choose a channel in the list.")
        self.screen.press("News")
        self.screen.find("Leave", BUTTON)

    def test_join_nothing(self):
        self.screen.press("Join", ENTRY)
        self.desk.type("nowhere")
        self.desk.press("Return")
        reason = "There is no channel “nowhere”."
        self.screen.wait_for_text(reason)
        self.desk.press("ctrl+a", "BackSpace")
        # It lies over the line in which one writes.
        self.screen.wait_without(reason)

    def test_reading_and_writing(self):
        self.join_news()
        self.bob.vault("channels", "send", "news", "The train leaves at <b>9:40</b>")
        self.screen.wait_for_text("The train leaves at <b>9:40</b>")
        # Anybody may be called so: nobody chooses the id.
        self.assertTrue(any(re.match(r"bob \([0-9a-f]{8}\) · ", text) for text in self.screen.texts()), self.screen.texts())
        self.screen.press("Message", ENTRY)
        self.desk.type("I shall be there.")
        self.desk.press("Return")
        self.screen.wait_for_text("I shall be there.")
        wait_until(lambda: "I shall be there." in [message["text"] for message in self.bob.read("channels", "history", "news")["messages"]],
                   15, "the message at Bob's")

    def test_catching_up(self):
        self.join_news()
        self.desk.keys("alt+1")
        for number in range(3):
            self.bob.vault("channels", "send", "news", f"Item {number}")
        wait_until(lambda: self.channels()["News"]["unread"] == 3, 20, "three unread messages")
        self.screen.wait_for_text("joined · 3 unread")
        self.desk.keys(TAB)
        self.screen.wait_for_text("3 new messages", "Item 2")
        wait_until(lambda: self.channels()["News"]["unread"] == 0, 15, "nothing unread")

    def test_background(self):
        self.join_news()
        self.desk.unfocus()
        self.bob.vault("channels", "send", "news", "While you were away")
        wait_until(lambda: self.channels()["News"]["unread"] == 1, 30, "one unread message")
        self.desk.focus()
        self.screen.wait_for_text("1 new message")
        wait_until(lambda: self.channels()["News"]["unread"] == 0, 15, "nothing unread")

    def test_picture(self):
        wait_until(lambda: count_pixels(self.desk, TEAL) > 500, 15, "the channel's picture in its row")

    def test_names(self):
        self.assertEqual([], self.screen.unnamed())


if __name__ == "__main__":
    unittest.main()
