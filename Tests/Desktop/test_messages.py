"""The tab with the messages: two people, each with an agent, at one server."""

import json
import time
import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import EMAIL, PASSWORD, Friend, FriendCase
from Tests.Desktop import memory, screen

BUTTON, ENTRY, LABEL = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT, screen.Atspi.Role.LABEL
# The fourth tab.
TAB = "alt+4"
NOBODY = "“zed” is neither a user's ID nor the name of a contact of yours. Ask them for their ID or for an invitation: both are in their Profile."


class MessagesTest(FriendCase):
    """What two people write to each other is in the window as it is written."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_friends()
        cls.open_window()
        cls.screen.find("Tasks")

    def setUp(self):
        self.desk.keys(TAB)
        self.screen.find("Write to")

    def open(self):
        """Opens the conversation with Bob."""
        self.screen.press("Write to")
        self.desk.type("bob")
        self.desk.press("Return")
        self.screen.find("Message")

    def test_a_new_conversation_says_with_whom_it_is(self):
        frank = Friend.of(self.desk, "frank")
        self.addCleanup(frank.close)
        self.screen.wait_for_text("There are no conversations yet")
        self.screen.press("Write to")
        self.desk.type("frank")
        self.desk.press("Return")
        self.screen.wait_for_text("frank", "There are no messages yet. Write the first.", "Nothing is written yet")
        self.assertNotIn("There are no conversations yet", self.screen.texts())
        heading = self.place_of("frank")
        self.assertGreater(heading.x, self.screen.find("Write to", ENTRY).place().width)
        self.picture("messages-begun")
        # Nothing that the next ones would see was written.

    def test_contacts_are_offered(self):
        self.screen.press("Write to", ENTRY)
        self.screen.find("Write to bob", BUTTON)
        self.desk.type("zz")
        wait_until(lambda: not self.screen.has("Write to bob", BUTTON), 10, "nobody to be offered")
        self.desk.press("ctrl+a")
        self.desk.type("bo")
        self.screen.find("Write to bob", BUTTON)
        self.picture("messages-offered")
        self.desk.press("Tab", "Return")
        self.screen.find("Message", ENTRY)

    def test_sides_and_links(self):
        self.open()
        self.screen.press("Message", ENTRY)
        self.desk.type("Mine is here.")
        self.desk.press("Return")
        self.screen.wait_for_text("Mine is here.")
        text = "See https://example.org/a?b=<i>&c and <a href='https://evil.example'>this</a>"
        self.bob.vault("message", "send", "ada", text)
        self.screen.wait_for_text(text)
        self.picture("messages-bubbles")
        mine, other = (self.place_of(name) for name in ("Mine is here.", text))
        self.assertGreater(mine.x + mine.width, other.x + other.width)
        links = [node.name for node in self.screen.nodes() if node.role == screen.Atspi.Role.LINK]
        self.assertFalse([link for link in links if "evil.example" == link])
        # One person alone is called so: no id stands beside the name.
        self.assertFalse([said for said in self.screen.texts() if self.bob.user()[:8] in said])

    def test_link_opens_by_a_click(self):
        opened = self.install_browser()
        self.open()
        link = "https://example.org/roses?colour=red&more=yes"
        self.bob.vault("message", "send", "ada", link)
        self.screen.wait_for_text(link)
        # To be shown opens nothing.
        self.assertFalse(opened.exists())
        place = wait_until(lambda: (lambda found: found if found.width > 0 else None)(self.place_of(link)), 10, "the link in its place")
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
        wait_until(opened.exists, 15, "the browser")
        self.assertEqual(link, opened.read_text(encoding="utf-8").strip())

    def install_browser(self):
        """Has the desktop open addresses with a program that writes them down; hands over the file for that."""
        home = self.desk.home
        opened, program = home.path("opened"), home.path("browser")
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >"{opened}.part"\nmv "{opened}.part" "{opened}"\n', encoding="utf-8")
        program.chmod(0o700)
        applications = home.path("home", ".local", "share", "applications")
        applications.mkdir(parents=True)
        (applications / "browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={program} %u\nMimeType=x-scheme-handler/https;\n", encoding="utf-8")
        config = home.path("home", ".config")
        config.mkdir(parents=True, exist_ok=True)
        (config / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=browser.desktop\n", encoding="utf-8")
        return opened

    def place_of(self, text):
        """Where a text is in the conversation: right of the list."""
        places = [node.place() for node in self.screen.nodes() if node.name == text]
        return max(places, key=lambda place: place.x)

    def test_all_of_a_long_reason_is_read_in_a_narrow_window(self):
        self.open()
        self.addCleanup(self.desk.resize, 960, 640)
        self.desk.resize(360, 640)
        # What has taken the place of the list, or the list that has come back, is seen before anybody does something there.
        self.screen.find("Back", BUTTON)
        self.desk.look()
        self.screen.press("Back", BUTTON)
        self.desk.look()
        self.screen.press("Write to")
        self.desk.type("zed")
        self.desk.press("Return")
        self.screen.wait_for_text(NOBODY)

        def is_whole():
            # Fewer than thirty characters stand in a line.
            place = self.screen.find(NOBODY).place()
            return place.height > len(NOBODY) // 30 * 16 and place.y + place.height < 640
        wait_until(is_whole, 5, "all lines of it", lambda: self.screen.find(NOBODY).place().height)
        self.picture("messages-reason-narrow")
        self.desk.press("ctrl+a", "BackSpace")

    def test_nobody_of_that_name(self):
        self.screen.press("Write to")
        self.desk.type("zed")
        self.desk.press("Return")
        self.screen.wait_for_text(NOBODY)
        # The keyboard is still where one types.
        self.desk.press("ctrl+a")
        self.desk.type("bob")
        self.desk.press("Return")
        self.screen.find("Message")

        def is_above():
            told, typed = self.screen.find(NOBODY).place(), self.screen.find("Message", ENTRY).place()
            return told.y + told.height <= typed.y
        wait_until(is_above, 3, "what was told above the entry of the conversation that has come")

    def test_what_was_typed_turns_no_sentence(self):
        self.screen.press("Write to")
        self.desk.type("zed\u202eabc")
        self.desk.press("Return")
        # As if the sign that turns what stands behind it had not been typed.
        self.screen.wait_for_text(
            "“zedabc” is neither a user's ID nor the name of a contact of yours. Ask them for their ID or for an invitation: both are in their Profile.")
        self.picture("messages-turned")
        self.desk.press("ctrl+a", "BackSpace")

    def log(self, person="bob"):
        """What Ada and Bob have written, as Bob's command line has it."""
        return [message["text"] for message in self.bob.read("message", "log", "ada")["messages"]]

    def test_writing(self):
        self.open()
        self.screen.press("Message")
        self.desk.type("The tea is ready.")
        self.desk.press("Return")
        self.screen.wait_for_text("The tea is ready.")
        wait_until(lambda: "The tea is ready." in self.log(), 15, "the message at Bob's")
        # It is back from the server: nothing stands left of it.
        self.screen.wait_without("sent", "waiting")

    def test_what_is_half_written_goes_on_where_it_was_left(self):
        self.open()
        self.screen.press("Message")
        self.desk.type("The tea")
        self.desk.keys("alt+1")
        self.screen.wait_for_page("Tasks")
        self.desk.keys(TAB)
        self.screen.wait_for_page("Messages")
        self.desk.type(" is cold.")
        self.desk.press("Return")
        wait_until(lambda: "The tea is cold." in self.log(), 15, "the whole message at Bob's", lambda: f"{self.log()}")

    def test_reading(self):
        self.open()
        self.bob.vault("message", "send", "ada", "<b>I come</b> & bring cake")
        self.screen.wait_for_text("<b>I come</b> & bring cake")

    def test_unread_elsewhere(self):
        self.open()
        self.desk.keys("alt+1")
        self.bob.vault("message", "send", "ada", "Are you there?")
        wait_until(lambda: self.unread() == 1, 15, "one unread message")
        self.desk.keys(TAB)
        self.screen.wait_for_text("1 new message", "Are you there?")
        wait_until(lambda: self.unread() == 0, 15, "nothing unread")

    def unread(self):
        """How many messages of Bob's are unread."""
        conversations = json.loads(self.desk.vault("message", "list", "--json"))["conversations"]
        return sum(conversation["unread"] for conversation in conversations)

    def test_comment_leads_to_the_inbox(self):
        self.bob.vault("propose", "ada", "Water the plants")
        proposal = self.bob.read("proposals")["proposals"][0]["id"]
        self.bob.vault("proposals", "comment", proposal, "Saturday is fine, too.")
        said = "commented on their “Water the plants”: Saturday is fine, too."
        self.screen.wait_for_text(said)
        self.desk.keys("Escape")  # the banner
        self.screen.press(said)
        accept = self.screen.find("Accept", BUTTON).place()
        self.screen.wait_for_text("Saturday is fine, too.")
        # No key is taken for a moment after the click.
        self.desk.look()
        # Whoever clicks twice has seen what they clicked on, and not what came in its place.
        self.desk.keys(TAB)
        row = self.screen.find(said).place()
        self.desk.click_two((row.x + 20, row.y + row.height // 2), (accept.x + accept.width // 2, accept.y + accept.height // 2))
        self.screen.find("Accept", BUTTON)
        time.sleep(0.8)
        items = json.loads(self.desk.vault("inbox", "list", "--json"))["items"]
        self.assertEqual(["pending"], [item["state"] for item in items if item["title"] == "Water the plants"])

    def test_like_leads_to_the_conversation(self):
        self.desk.vault("message", "send", "bob", "I am on my way.")
        wait_until(lambda: "I am on my way." in self.log(), 15, "the message at Bob's")
        wait_until(lambda: self.bob.read("messages")["entries"][0]["text"] == "I am on my way.", 15, "the newest message")
        self.bob.vault("message", "like", "1")
        said = "likes your “I am on my way.”"
        self.screen.wait_for_text(said)
        self.desk.keys("Escape")
        self.screen.press(said)
        self.screen.find("Message", ENTRY)
        self.screen.wait_for_text("I am on my way.")

    def test_data(self):
        payload = {"aps": {"alert": {"title": "Weather"}}, "kind": "message", "jsondata": {"id": 7, "message": "Rain at noon", "sendername": "The <i>cloud</i>"}}
        self.screen.press("Single messages", BUTTON)
        self.addCleanup(self.screen.press, "Conversations", BUTTON)
        self.desk.vault("push", "send", "-", text=json.dumps(payload))
        self.screen.wait_for_text("Rain at noon")
        self.desk.keys("Escape")
        self.press_in("Single messages", "Rain at noon")
        self.screen.wait_for_text("The <i>cloud</i>")
        payload["jsondata"]["message"] = "Rain at one"
        self.desk.vault("push", "send", "-", text=json.dumps(payload))
        # The row is read as its text.
        wait_until(lambda: {node.name for node in self.inside("Single messages")[1:]} == {"Rain at one"}, 15, "the newest text alone")
        claimed = self.screen.find("The <i>cloud</i>")
        self.assert_centred(claimed)
        self.assertEqual("Sent by you", claimed.description)

    def assert_centred(self, label):
        """A label is in the middle of its page, both ways, and there is nothing else on the page."""
        page = label.parent
        self.assertEqual(1, page.count)
        inner, outer = (node.place() for node in (label, page))
        self.assertAlmostEqual(inner.x + inner.width / 2, outer.x + outer.width / 2, delta=2)
        self.assertAlmostEqual(inner.y + inner.height / 2, outer.y + outer.height / 2, delta=2)

    def inside(self, name):
        """A list and all that is in it and has a name."""
        return [node for node in screen.everything(self.screen.find(name, screen.Atspi.Role.LIST)) if node.name]

    def press_in(self, name, text):
        """Clicks a text in a list: others may have the same, on a tab that is not seen."""
        found = next(node for node in self.inside(name) if node.name == text)
        place = found.place()
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)

    def test_waiting_without_a_server(self):
        self.open()
        port = self.desk.server.url.rsplit(":", 1)[1]
        self.desk.server.stop()
        self.screen.press("Message")
        self.desk.type("Written in the dark")
        self.desk.press("Return")
        self.screen.wait_for_text("Written in the dark")
        mark = self.screen.find("waiting")
        text = next(node for node in self.screen.nodes() if node.name == "Written in the dark" and node.role == LABEL and self.is_right_of(node, mark))
        self.assertIsNotNone(text)
        self.desk.restart_server(port)
        wait_until(lambda: "Written in the dark" in self.log(), 40, "the message at Bob's")
        self.screen.wait_without("waiting", "sent")

    @staticmethod
    def is_right_of(node, mark):
        """Whether a text stands in the line of a mark, and right of it."""
        text, sign = (found.place() for found in (node, mark))
        return text.x >= sign.x + sign.width and abs(text.y - sign.y) < 10

    def test_refused(self):
        eve = Friend.of(self.desk, "eve")
        self.addCleanup(eve.close)
        self.screen.press("Write to")
        self.desk.type("eve")
        self.desk.press("Return")
        self.screen.wait_for_text("There are no messages yet. Write the first.")
        eve.vault("unfollow", "ada")
        self.screen.press("Message")
        self.desk.type("Are you there?")
        self.desk.press("Return")
        self.screen.find("refused")

    def test_agent_killed(self):
        self.open()
        self.bob.vault("message", "send", "ada", "Before the end")
        self.screen.wait_for_text("Before the end")
        self.desk.kill_agent()
        self.assertIn("Before the end", self.screen.texts())
        self.bob.vault("message", "send", "ada", "After the end")
        wait_until(lambda: "After the end" in self.screen.texts(), 40, "what came afterwards")

    def test_banner(self):
        self.open()
        self.desk.keys("alt+1")
        self.bob.vault("message", "send", "ada", "Knock, knock")
        self.screen.press("bob: Knock, knock", BUTTON)
        wait_until(lambda: self.unread() == 0, 15, "nothing unread")

    def test_another_account(self):
        text = "For Ada alone, who knows where the green door leads to"
        # A banner that is still seen would count this one.
        self.desk.keys("alt+1", "Escape")
        self.bob.vault("message", "send", "ada", text)
        # The banner drops over the line in which one names somebody.
        self.screen.find(f"bob: {text}", BUTTON)
        self.desk.keys("Escape")
        wait_until(lambda: not self.screen.has(f"bob: {text}", BUTTON), 10, "the banner to be gone")
        self.desk.keys(TAB)
        self.open()
        self.screen.wait_for_text(text)
        self.assertGreater(memory.count(self.window.process.pid, text.encode()), 0, "the scan finds nothing that is there")
        self.desk.server.add_account("carol@example.org", PASSWORD)
        self.addCleanup(self.change_account, EMAIL)
        self.change_account("carol@example.org")
        self.screen.wait_without(text, "bob")
        self.screen.wait_for_text("There are no conversations yet")
        # Hidden pages keep nothing either.
        wait_until(lambda: memory.count(self.window.process.pid, text.encode()) == 0, 15, "no copy of the message",
                   lambda: f"{memory.count(self.window.process.pid, text.encode())} copies")

    def change_account(self, email):
        """Logs in as another user."""
        self.desk.vault("logout", "--forget")
        self.desk.vault("login", "--email", email, "--password-stdin", text=f"{PASSWORD}\n")

    def test_keyboard_alone(self):
        self.bob.vault("message", "send", "ada", "By keyboard, please")
        self.screen.wait_for_text("By keyboard, please")
        self.desk.keys("Escape")
        for _ in range(20):
            self.desk.press("Tab")
            if any(self.is_focused(node) for node in self.inside("Conversations")):
                break
        self.desk.press("Home", "Return")
        wait_until(lambda: self.is_focused(self.screen.find("Message", ENTRY)), 10, "the keyboard where one writes")
        self.desk.type("With pleasure")
        self.desk.press("Return")
        wait_until(lambda: "With pleasure" in self.log(), 15, "the message at Bob's")

    def test_keys_lead_from_the_bar_into_the_list(self):
        self.bob.vault("message", "send", "ada", "Into the list, please")
        self.screen.wait_for_text("Into the list, please")
        self.desk.keys("Escape", "alt+1", "F10")
        self.screen.find("Preferences", BUTTON)
        self.desk.press("Escape")
        menu = self.screen.find("Main menu")
        wait_until(lambda: self.is_focused(self.screen.find("Main menu")), 10, "the keyboard at the menu's button", lambda: str(menu))
        self.desk.keys(TAB)
        wait_until(lambda: any(self.is_focused(node) for node in self.inside("Conversations")), 5, "the keyboard in the list")

    @staticmethod
    def is_focused(node):
        """Whether a widget, or something in it, has the keyboard."""
        return any(found.has(screen.Atspi.StateType.FOCUSED) for found in screen.everything(node))

    def test_names(self):
        self.open()
        self.assertEqual([], self.screen.unnamed())


if __name__ == "__main__":
    unittest.main()
