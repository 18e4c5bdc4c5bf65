"""Pages without a server: one line in the page says so, and leads on once the server is back."""

import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class UnreachableTest(unittest.TestCase):
    """One click is answered by one message."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Buy milk")

    def page(self):
        """What is to be read on the profile."""
        texts = self.screen.texts()
        return texts[texts.index("Profile"):]

    def messages(self):
        """What is to be read there about the server."""
        return [text for text in self.page() if "server" in text and "reached" in text]

    def stop_server(self):
        """Stops the server until the test ends, or before, and hands over its port."""
        port = self.desk.server.url.rsplit(":", 1)[1]
        self.desk.server.stop()
        return port

    def test_channels(self):
        self.desk.keys("alt+5")
        # They are known, and there are none.
        self.screen.wait_for_text("There are no channels", "The server has none.")
        self.desk.keys("alt+1")
        port = self.stop_server()
        self.desk.keys("alt+5")
        self.screen.wait_for_text("The server can't be reached", "Its channels stand here once it can be reached.")
        self.screen.wait_without("There are no channels", "The server has none.")
        self.assertFalse([text for text in self.screen.texts() if text.startswith("The server can’t be reached. The channels are")])
        self.picture("unreachable-channels")
        self.desk.restart_server(port)
        self.desk.keys("alt+1", "alt+5")
        self.screen.wait_for_text("There are no channels", "The server has none.")

    def button(self):
        """The button beside the line that says what could not be read."""
        return wait_until(lambda: next((node for node in self.screen.nodes() if node.role == BUTTON and node.name.startswith(
            "Try Again: The server")), None), 15, "the button", lambda: f"{self.screen.texts()}")

    def test_profile(self):
        self.desk.keys("alt+1")
        port = self.stop_server()
        self.desk.keys("F10")
        self.screen.find("Profile", BUTTON)
        self.desk.press("Return")
        button = self.button()
        wait_until(lambda: button.has_now(screen.Atspi.StateType.SENSITIVE), 30, "everything to be tried")
        self.assertEqual(1, len(self.messages()), self.messages())
        self.assertNotIn("Please note", self.screen.texts())
        self.assertNotIn("They are being read.", self.page())
        self.assertNotIn("Nobody new since the last time.", self.page())
        self.picture("unreachable")
        self.desk.restart_server(port)
        button.act()
        self.screen.wait_for_text(EMAIL, "Nobody new since the last time.")
        self.assertEqual([], self.messages())
        self.assertFalse([node for node in self.screen.nodes() if node.name.startswith("Try Again: ")])

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))


if __name__ == "__main__":
    unittest.main()
