"""The window where the keys are in a keyring: GNOME's, as most desktops have it."""

import json
import os
import unittest

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
PIN, TEXT = "a pin for the window", "under the third flowerpot"
KEYRING = ("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service")
COLLECTION = "/org/freedesktop/secrets/collection/login"
ROLE = screen.Atspi.Role
BUTTON = ROLE.PUSH_BUTTON


class KeyringTest(unittest.TestCase):
    """What the owner does in the window is done with keys that the keyring keeps."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True, VAULT_CREDENTIAL_STORE="secret-service")
        cls.addClassCleanup(cls.desk.close)
        cls.desk.start_keyring()
        cls.bus = SessionBus(cls.desk)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text=TEXT)
        cls.desk.vault("lock")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def kept(self):
        """What the keyring keeps."""
        return self.bus.call(*KEYRING, "SearchItems", GLib.Variant("(a{ss})", ({},)))[0]

    def answer_pin(self):
        """Answers the question for the PIN."""
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")

    def test_1_reveal(self):
        self.assertTrue(self.kept(), "the keyring keeps the keys")
        # Another agent has nothing but what the keyring hands over.
        self.desk.kill_agent()
        self.screen.press("Spare key")
        self.screen.press("Reveal", BUTTON)
        self.answer_pin()
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_for_text("The text is sealed.")

    def test_2_login(self):
        before = len(self.kept())
        self.desk.keys("alt+2")
        self.screen.press("Email", ROLE.TEXT)
        self.desk.type(EMAIL)
        self.desk.press("Return")
        self.desk.type(PASSWORD)
        self.desk.press("Return")
        self.screen.wait_for_text("The inbox is empty")
        self.assertGreater(len(self.kept()), before, "the login is in the keyring")
        # Another agent logs in with what is kept there.
        self.desk.kill_agent()
        wait_until(self.is_logged_in, 20, "a login of the next agent")
        self.assertNotIn("Email", self.screen.texts())

    def is_logged_in(self):
        """Whether the agent has a login at the server."""
        return EMAIL in self.desk.vault("whoami")

    def test_3_the_keyring_is_seen_in_the_window(self):
        self.desk.keys("ctrl+comma")
        self.screen.wait_for_text("Login and keys")
        wait_until(lambda: any(text.startswith("Kept in the keyring") for text in self.screen.texts()), 15, "where the keys are", lambda: f"{self.screen.texts()}")
        store = next(row for row in json.loads(self.desk.vault("settings", "--json"))["settings"] if row["key"] == "credential-store")
        self.assertEqual("secret-service", store["value"])
        self.desk.focus("Preferences")
        self.desk.press("Escape")


if __name__ == "__main__":
    unittest.main()
