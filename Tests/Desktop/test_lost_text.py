"""A protected text whose item has gone from the keyring."""

import json
import os
import unittest

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

PIN, TEXT = "a pin for the window", "under the third flowerpot"
KEYRING = ("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service")
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class LostTextTest(unittest.TestCase):
    """Another program has removed one item of the keyring: what is said of it, and what brings it back."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], VAULT_CREDENTIAL_STORE="secret-service")
        cls.addClassCleanup(cls.desk.close)
        cls.desk.start_keyring()
        cls.bus = SessionBus(cls.desk)
        cls.desk.vault("pin", "set", "--pin-stdin", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Whole", "-", text="left, right, left")
        before = cls.kept()
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text=TEXT)
        cls.item = next(iter(cls.kept() - before))
        cls.backup = cls.desk.home.path("tasks.vault")
        cls.desk.vault("backup", str(cls.backup), "--pin-stdin", text=f"{PIN}\n")
        # What the agent has read by then, it need not read again.
        cls.desk.kill_agent()
        cls.bus.call("org.freedesktop.secrets", cls.item, "org.freedesktop.Secret.Item", "Delete")
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    @classmethod
    def kept(cls):
        """What the keyring keeps."""
        return set(cls.bus.call(*KEYRING, "SearchItems", GLib.Variant("(a{ss})", ({},)))[0])

    def answer_pin(self):
        """Answers the question for the PIN."""
        self.screen.find("PIN or recovery code")
        self.desk.type(PIN)
        self.desk.press("Return")

    def wait_for_words(self, *words):
        """Waits until a text with each of these is to be read."""
        wait_until(lambda: all(any(word in text for text in self.screen.texts()) for word in words), 20, f"{words}", lambda: f"{self.screen.texts()}")

    def test_1_it_says_what_brings_it_back(self):
        self.assertNotIn(self.item, self.kept(), "the item is gone")
        self.screen.press("Spare key")
        self.screen.press("Reveal", BUTTON)
        self.answer_pin()
        self.wait_for_words("The sealed text of this task is not in the credential store.", "Restore in Preferences brings it back from a backup.")
        self.assertFalse(self.screen.has("Hide", BUTTON))
        # The others are as they were.
        self.screen.press("Whole")
        self.screen.press("Reveal", BUTTON)
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.press("Escape")

    def test_2_all_others_are_shown_and_it_is_named(self):
        self.desk.keys("ctrl+shift+r")
        self.wait_for_words("Whole", "Restore in Preferences brings it back from a backup.")
        self.desk.press("Escape")

    def test_3_a_backup_brings_it_back(self):
        self.desk.focus()
        self.desk.keys("ctrl+comma")
        self.screen.act("Restore…: Restore", BUTTON)
        self.desk.wait_for_window("Restore")
        self.desk.press("ctrl+l", "ctrl+a")
        self.desk.type(str(self.backup))
        self.desk.press("Return")
        self.screen.wait_for_text("Restore lost texts from “tasks.vault”?")
        button = self.screen.find("Restore", BUTTON)
        wait_until(lambda: button.has_now(screen.Atspi.StateType.SENSITIVE), 10, "a button that can be pressed")
        button.act()
        self.answer_pin()
        self.wait_for_words("1 text is back")
        self.desk.focus("Preferences")
        self.desk.press("Escape")
        self.screen.press("Spare key")
        self.screen.press("Reveal", BUTTON)
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.press("Escape")
        log = json.loads(self.desk.vault("log", "--json"))
        self.assertTrue(any(entry["action"] == "restore texts" for entry in log["entries"]), log)


if __name__ == "__main__":
    unittest.main()
