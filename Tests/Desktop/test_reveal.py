"""Protected texts in the window."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN = "a pin for the window"
TEXTS = {
    "Latin": "under the third flowerpot, behind the blue door of the garden shed",
    "Cyrillic": "під третім квітковим горщиком, за синіми дверима сараю",
    "Arabic": "تحت وعاء الزهور الثالث خلف الباب الأزرق للحديقة",
    "Emoji": "👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇺🇦👩‍🚀🧑‍🔬🕵️‍♀️",
}
BUTTON = screen.Atspi.Role.PUSH_BUTTON


class RevealTest(unittest.TestCase):
    """A text is seen after the owner was asked, and leaves nothing behind."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        for label, text in TEXTS.items():
            cls.desk.vault("add", "--protected", "--label", label, "-", text=text)
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def setUp(self):
        self.desk.vault("lock")

    def reveal(self, label):
        """Reveals a task's text, with the PIN where it is asked for."""
        self.desk.focus()
        self.screen.press(label)
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find("Hide", BUTTON)
        # As a window manager does when a dialog ends.
        self.desk.focus()

    def test_lock_hides(self):
        for label, text in TEXTS.items():
            with self.subTest(label):
                self.reveal(label)
                self.assertGreater(memory.count(self.window.process.pid, text.encode()), 0, "the scan finds nothing that is there")
                self.desk.vault("lock")
                self.screen.wait_for_text("Hidden: the vault was locked.")
                self.assertEqual(0, memory.count(self.window.process.pid, text.encode()))
                self.assertEqual(0, memory.count(self.window.process.pid, PIN.encode()))

    def test_other_task_hides(self):
        self.reveal("Latin")
        self.screen.press("Cyrillic")
        self.screen.wait_for_text("The text is sealed.")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))

    def test_other_tab_hides(self):
        self.reveal("Latin")
        self.desk.keys("alt+2")
        wait_until(lambda: memory.count(self.window.process.pid, TEXTS["Latin"].encode()) == 0, 5, "no copy of the text")
        self.desk.keys("alt+1")
        self.screen.wait_for_text("The text is sealed.")

    def test_lock_button(self):
        self.reveal("Latin")
        self.screen.press("Lock", BUTTON)
        self.screen.wait_for_text("Hidden: the vault was locked.")
        wait_until(lambda: not json.loads(self.desk.vault("status", "--json"))["isUnlocked"], 5, "the vault to be locked")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.press("Escape")

    def test_lost_focus_hides(self):
        self.reveal("Latin")
        self.desk.focus()
        self.desk.unfocus()
        self.screen.wait_for_text("Hidden: the window was not in front any more.")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))

    def test_revealed_elsewhere_hides(self):
        self.desk.focus()
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.desk.unfocus()
        self.screen.wait_for_text("Hidden: the window was not in front any more.")

    def test_agents_end_hides(self):
        self.reveal("Latin")
        self.desk.kill_agent()
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))
        # The window has another agent by itself.
        wait_until(lambda: self.desk.agent_pid() is not None, 10, "another agent")

    def test_wrong_pin(self):
        self.desk.focus()
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.press("Escape")
        self.screen.find("Reveal", BUTTON)
        self.assertFalse(any("flowerpot" in text for text in self.screen.texts()))

    def test_lock_withdraws_the_question(self):
        self.desk.focus()
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("Unlock")
        self.desk.vault("lock")
        self.screen.wait_without("Unlock")

    def test_nothing_for_assistive_technology(self):
        self.reveal("Latin")
        self.screen.find("Protected text")
        for node in self.screen.nodes():
            for text in screen.everything_said(node):
                self.assertNotIn("flowerpot", text)
                self.assertNotIn(PIN, text)


if __name__ == "__main__":
    unittest.main()
