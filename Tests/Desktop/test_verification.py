"""The owner is verified by the system (PAM), in dialogs of the window."""

import getpass
import os
import pathlib
import platform
import tempfile
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN, PASSWORD = "a pin for the window", "opensesame and then some"
MATRIX = pathlib.Path(f"/usr/lib/{platform.machine()}-linux-gnu/pam_wrapper/pam_matrix.so")
BUTTON, HIDDEN = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.PASSWORD_TEXT


class VerificationTest(unittest.TestCase):
    """What the system's modules ask is asked by the window."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="vault-pam-")
        cls.addClassCleanup(place.cleanup)
        services = pathlib.Path(place.name)
        services.chmod(0o755)
        (services / "passdb").write_text(f"{getpass.getuser()}:{PASSWORD}:vault\n")
        (services / "vault").write_text(f"auth required {MATRIX} passdb={services}/passdb verbose\naccount required {MATRIX} passdb={services}/passdb\n")
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], VAULT_TEST_PAM_DIRECTORY=str(services))
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text="under the third flowerpot")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def reveal(self):
        """Wants to see the text, once a lock has hidden it."""
        self.desk.focus()
        self.desk.look()
        self.screen.press("Spare key")
        self.screen.press("Reveal", BUTTON)

    def answer(self, heading, text):
        """Types the answer to a question."""
        self.screen.find(heading, HIDDEN)
        self.desk.type(text)
        self.desk.press("Return")

    def test_the_system_asks(self):
        self.desk.vault("verification", "use", "pam", "--pin-stdin", text=f"{PIN}\n")
        self.desk.vault("lock")
        # The first unlock of an agent takes the PIN, and the question says so.
        self.reveal()
        is_pin_asked = self.first() == "PIN"
        if is_pin_asked:
            self.answer("PIN", PIN)
            self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.vault("lock")
        if not is_pin_asked:
            self.screen.wait_without("Verification")
        self.reveal()
        self.screen.find("Verification", HIDDEN)
        before = self.screen.texts()
        self.answer("Verification", "not the password")
        wait_until(lambda: any("refused" in text or "not" in text.lower() for text in self.screen.texts() if text not in before), 15, "a refusal")
        self.assertEqual(0, memory.count(self.window.process.pid, b"not the password"))
        self.reveal()
        self.answer("Verification", PASSWORD)
        self.screen.find_after_dialog("Hide", BUTTON)
        self.assertEqual(0, memory.count(self.window.process.pid, PASSWORD.encode()))
        self.assertNotIn("Please note", self.screen.texts())

    def first(self):
        """Which question comes first."""
        return wait_until(lambda: next((name for name in ("PIN", "Verification") if self.screen.has(name, HIDDEN)), None), 15, "a question")


if __name__ == "__main__":
    unittest.main()
