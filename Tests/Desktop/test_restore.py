"""A backup is brought back in the window, with the questions and the guards of the command."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON
PIN, NEW = "a pin for the window", "another one for this machine"


class Restoring(unittest.TestCase):
    """An empty vault, and the backup of another machine's."""

    @classmethod
    def setUpClass(cls):
        cls.other = Desk(os.environ["VAULT_PROGRAMS"])
        try:
            made = cls.other.vault("pin", "set", "--pin-stdin", text=f"{PIN}\n")
            cls.code = next(word for word in made.split() if word.count("-") > 5)
            cls.other.vault("add", "Buy milk")
            cls.other.vault("add", "--protected", "--label", "Safe", "-", text="left, right, left")
            backup = cls.other.home.path("tasks.vault")
            cls.other.vault("backup", str(backup), "--pin-stdin", text=f"{PIN}\n")
            cls.backup = backup.read_bytes()
        finally:
            cls.other.close()
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.file = cls.desk.home.path("tasks.vault")
        cls.file.write_bytes(cls.backup)
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def choose(self, heading, button="Restore…: Restore"):
        """Chooses the backup, in Preferences unless another button is named, and waits for the question."""
        self.screen.act(button, BUTTON)
        self.desk.wait_for_window("Restore")
        self.desk.press("ctrl+l", "ctrl+a")
        self.desk.type(str(self.file))
        self.desk.press("Return")
        self.screen.wait_for_text(heading)

    def agree(self):
        """Agrees, as soon as that can be done to what has just come."""
        button = self.screen.find("Restore", BUTTON)
        wait_until(lambda: button.has_now(screen.Atspi.StateType.SENSITIVE), 10, "a button that can be pressed")
        button.act()

    def skip_to_preferences(self):
        self.screen.find("Not Now", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_without("Not Now")
        self.desk.keys("ctrl+comma")
        self.choose("Restore all of “tasks.vault”?")

    def restore(self):
        """Has the backup restored, up to the question for a new PIN."""
        # Nothing is done before that is agreed to.
        self.assertEqual([], json.loads(self.desk.vault("list", "--json"))["tasks"])
        self.agree()
        self.screen.find("Recovery code of the backup")
        self.desk.type(self.code)
        self.desk.press("Return")
        self.screen.find("Once more")

    def bring_back(self):
        """Answers the questions of a backup that comes back whole."""
        self.restore()
        self.desk.type(NEW)
        self.desk.press("Tab")
        self.desk.type(NEW)
        self.desk.press("Return")
        wait_until(lambda: any("2 tasks are restored" in text for text in self.screen.texts()), 30, "what was done", lambda: f"{self.screen.texts()[-30:]}")
        self.screen.wait_for_text("Buy milk", "Safe")


class RestoreTest(Restoring):
    """A backup is brought back in Preferences."""

    def test_it_comes_back_whole(self):
        self.skip_to_preferences()
        self.bring_back()
        # Now it has an owner, who can change the PIN: no such vault is restored as a whole.
        self.screen.wait_for_text("Change")


class FirstRunRestoreTest(Restoring):
    """A backup is brought back where a new vault would be set up."""

    def test_it_comes_back_whole(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        # Whoever chooses no file is where they were.
        self.screen.act("Restore a Backup…", BUTTON)
        self.desk.wait_for_window("Restore")
        self.desk.press("Escape")
        self.screen.wait_without("Other Locations")
        self.desk.focus("Set Up")
        self.choose("Restore all of “tasks.vault”?", "Restore a Backup…")
        self.bring_back()
        self.screen.wait_for_text("Step 3 of 3", "Server")
        self.assertFalse(self.screen.has("Restore a Backup…", BUTTON))
        status = json.loads(self.desk.vault("status", "--json"))
        self.assertTrue(status["hasPIN"] and status["hasRecoveryCode"])


class RestoreWithoutPINTest(Restoring):
    """The backup is restored, and nobody gives a new PIN."""

    def test_that_the_code_opens_it_is_said(self):
        self.skip_to_preferences()
        self.restore()
        self.desk.press("Escape")
        wait_until(lambda: json.loads(self.desk.vault("status", "--json"))["hasRecoveryCode"], 30, "the recovery code")
        self.screen.wait_for_text("Buy milk", "Safe")
        self.screen.wait_for_text("There is none: the recovery code alone opens what is protected.")
        self.assertIn("locked; no PIN, the recovery code opens it", self.desk.vault("status"))


if __name__ == "__main__":
    unittest.main()
