"""Protected tasks are made and changed in the window."""

import base64
import hmac
import json
import os
import subprocess
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN = "a pin for the window"
TEXT = "under the third flowerpot, behind the blue door of the garden shed"
KEY = "JBSWY3DPEHPK3PXP"
ROLE = screen.Atspi.Role
BUTTON = ROLE.PUSH_BUTTON
LABEL = "Label, shown in lists"
NOTE = "The label is not sealed: keep what is secret in the text."


class ProtectedTest(unittest.TestCase):
    """What is typed is sealed, and leaves nothing behind in the window."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")

    def setUp(self):
        self.addCleanup(self.delete_all)
        self.desk.vault("lock")

    def tearDown(self):
        if self.screen.has("Save", BUTTON):
            self.give_up()

    def delete_all(self):
        """Deletes all tasks: what the next test adds is to be in sight."""
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        if tasks:
            self.desk.vault("delete", *(task["id"] for task in tasks))

    def give_up(self):
        """Closes the form, and has thrown away what was typed."""
        self.desk.press("Escape")
        wait_until(lambda: not self.screen.has("Save", BUTTON) or self.screen.has("Discard", BUTTON), 10, "the form to be closed, or a question")
        if self.screen.has("Discard", BUTTON):
            self.screen.act("Discard", BUTTON)
        self.screen.wait_without("Save")

    def copies(self, text=TEXT):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())

    def begin(self):
        """Opens the window for a new protected task, and types its text."""
        self.desk.keys("ctrl+shift+n")
        self.screen.find("Save", BUTTON)
        # The label comes first, as the name does of an ordinary task.
        self.desk.press("Tab")
        self.desk.type(TEXT)
        wait_until(lambda: self.copies() > 0, 10, "the text in locked memory: the scan finds nothing that is there")

    def test_text_is_selected_and_erased_by_words_and_as_a_whole(self):
        self.begin()
        # The last three words, by keyboard.
        self.desk.press("ctrl+BackSpace", "ctrl+shift+Left", "ctrl+shift+Left", "BackSpace")
        wait_until(lambda: self.copies() == 0, 10, "the end of the text to be gone from memory")
        self.assertGreater(self.copies(TEXT.removesuffix("the garden shed")), 0)
        self.desk.press("ctrl+a", "BackSpace")
        wait_until(lambda: self.copies(TEXT[:40]) == 0, 10, "all of it to be gone from memory")
        self.desk.type("short words")
        # A second click selects the word; what is typed takes its place.
        place = screen.answer(lambda: self.screen.find("Text", ROLE.TEXT).place())
        self.desk.double_click(place.x + 6, place.y + 8)
        self.desk.type("long")
        self.seal("Words")
        self.assertEqual("long words", self.revealed("Words").strip())

    def answer_pin(self):
        """Answers the question for the PIN."""
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")

    def seal(self, label):
        """Gives the new task a label, and seals it."""
        self.screen.press(LABEL, ROLE.TEXT)
        self.desk.type(label)
        self.desk.press("Return")
        self.screen.wait_without("Save")
        # It is in the list, and it is the one that is selected.
        wait_until(lambda: self.screen.texts().count(label) >= 2, 15, "the task in the list and in the detail", self.screen.texts)

    def revealed(self, label):
        """A task's text as the command line reveals it."""
        found = next(line.split()[0] for line in self.desk.vault("list").splitlines() if label in line)
        return self.desk.vault("reveal", found, "--plain", "--pin-stdin", text=f"{PIN}\n")

    def test_nothing_of_what_is_typed_for_assistive_technology(self):
        log = self.desk.listen()
        self.begin()
        # Selected and erased as well, and while the form asks whether it is to be erased.
        self.desk.press("ctrl+shift+Left", "shift+Home", "End", "BackSpace")
        told = [text for node in self.screen.nodes() for text in node.everything_said()]
        self.assertIn("Text", told)
        for word in TEXT.replace(",", "").split():
            if len(word) > 4:
                self.assertEqual([], [text for text in told if word in text])
        self.assertNotIn("text-changed", log.read_text())
        self.give_up()

    def test_new(self):
        self.begin()
        self.seal("Spare key")
        self.assertEqual(0, self.copies())
        self.assertIn(TEXT, self.revealed("Spare key"))

    def test_label_comes_first(self):
        self.desk.keys("ctrl+shift+n")
        self.screen.find("Save", BUTTON)
        self.desk.type("Bicycle lock")
        self.desk.press("Tab")
        self.desk.type("4711")
        self.screen.wait_for_text(NOTE)
        self.desk.press("ctrl+Return")
        self.screen.wait_without("Save")
        self.screen.wait_for_text("Bicycle lock")
        self.assertEqual("4711", self.revealed("Bicycle lock").strip())

    def test_all_of_the_form_that_protects_is_seen(self):
        self.desk.vault("add", "Write the will")
        self.screen.press("Write the will")
        self.screen.press("Protect…", BUTTON)
        form = self.screen.window("Protect")
        self.addCleanup(self.desk.press, "Escape")
        wait_until(lambda: form.place().height > 0, 10, "the form")
        self.assertTrue(any(NOTE in node.name for node in self.screen.nodes()))
        # Two rows say so, that of the page below as well.
        row = next(node for node in screen.everything(self.screen.window("Protect")) if node.name == "Ask at every reveal")
        place = row.place()
        self.assertLessEqual(place.y + place.height, form.place().height, f"{place} in {form.place()}")

    def test_given_up(self):
        self.begin()
        self.desk.press("Escape")
        self.screen.find("Erase the text?")
        self.screen.act("Keep Editing", BUTTON)
        self.screen.wait_without("Erase the text?")
        self.desk.focus("New Protected Task")
        self.assertGreater(self.copies(), 0)
        self.desk.press("Escape")
        self.screen.find("Erase the text?")
        # Esc goes back, here as well.
        self.desk.press("Escape")
        self.screen.wait_without("Erase the text?")
        self.assertGreater(self.copies(), 0)
        self.desk.focus("New Protected Task")
        self.give_up()
        wait_until(lambda: self.copies() == 0, 10, "the text to be erased", lambda: f"{self.copies()} copies")

    def test_lock_hides_what_is_typed_and_keeps_it(self):
        self.begin()
        self.desk.vault("lock")
        self.screen.press("Show Again…", BUTTON)
        self.answer_pin()
        self.screen.wait_without("Show Again…")
        self.desk.focus("New Protected Task")
        self.desk.press("End")
        self.desk.type(" and a stone")
        self.seal("Second key")
        self.assertIn(TEXT + " and a stone", self.revealed("Second key"))

    def test_edit(self):
        self.desk.vault("add", "--protected", "--label", "Code of the door", "-", text=TEXT)
        self.screen.wait_for_text("Code of the door")
        self.screen.press("Code of the door")
        self.screen.press("Reveal", BUTTON)
        self.answer_pin()
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.focus()
        self.screen.press("Edit Text…", BUTTON)
        self.screen.find("Save", BUTTON)
        self.desk.press("ctrl+End", "BackSpace", "BackSpace", "BackSpace", "BackSpace")
        self.desk.type("hut")
        self.desk.press("ctrl+Return")
        self.screen.wait_without("Save")
        wait_until(lambda: self.copies(TEXT[:-4]) == 0, 10, "the text to be erased", lambda: f"{self.copies(TEXT[:-4])} copies")
        self.assertIn("garden hut", self.revealed("Code of the door"))

    def test_protect_and_unprotect(self):
        self.desk.vault("add", "Ask about the will", "--notes", "Before June.")
        self.screen.wait_for_text("Ask about the will")
        self.screen.press("Ask about the will")
        self.screen.press("Protect…", BUTTON)
        self.screen.press(LABEL, ROLE.TEXT)
        self.desk.type("Family")
        self.desk.press("Return")
        self.screen.wait_for_text("Family")
        self.screen.wait_without("Ask about the will", "Before June.")
        self.screen.press("Unprotect…", BUTTON)
        self.screen.find("Unprotect?")
        self.desk.press("Return")
        self.answer_pin()
        self.screen.wait_for_text("Ask about the will", "Before June.")

    def test_narrow(self):
        self.desk.vault("add", "--protected", "--label", "Narrow", "-", text=TEXT)
        self.screen.wait_for_text("Narrow")
        self.screen.press("Narrow")
        self.screen.press("Reveal", BUTTON)
        self.answer_pin()
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.focus()
        self.screen.find("Edit Text…", BUTTON)
        self.desk.resize(360, 640)
        self.addCleanup(self.desk.resize, 960, 640)
        wait_until(lambda: self.width("Vault") <= 360, 10, "a narrow window", lambda: f"{self.width('Vault')}")
        self.desk.keys("ctrl+shift+n")
        self.screen.find("Save", BUTTON)
        self.desk.resize(360, 640, "New Protected Task")
        wait_until(lambda: self.width("New Protected Task") <= 360, 10, "a narrow form", lambda: f"{self.width('New Protected Task')}")

    def width(self, title):
        """How wide a window is."""
        node = self.screen.find(title, ROLE.FRAME, ROLE.WINDOW)
        return node.place().width

    def test_ask_at_every_reveal(self):
        self.desk.vault("add", "--protected", "--label", "Twice asked", "-", text=TEXT)
        self.screen.wait_for_text("Twice asked")
        self.screen.press("Twice asked")
        self.screen.press("Ask at every reveal")
        self.answer_pin()
        wait_until(lambda: self.is_asking("Twice asked"), 10, "the task to ask at every reveal")

    def is_asking(self, label):
        """Whether a task asks at every reveal, as the command line has it."""
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        return next(task for task in tasks if task.get("label") == label)["alwaysVerify"]

    def test_copy(self):
        self.desk.vault("add", "--protected", "--label", "Login", "-", text="correct horse battery staple")
        self.screen.wait_for_text("Login")
        self.screen.press("Login")
        self.screen.press("Copy", BUTTON)
        self.answer_pin()
        self.screen.wait_for_text("Copied; cleared in 30 s, and when the vault locks")
        self.assertEqual("correct horse battery staple", self.clipboard())
        self.desk.vault("lock")
        wait_until(lambda: self.clipboard() != "correct horse battery staple", 10, "the clipboard to be cleared")

    def test_one_time_code(self):
        self.desk.vault("add", "--protected", "--label", "Mail, code", "-", text=f"otpauth://totp/Mail?secret={KEY}&period=3600&digits=8")
        self.screen.wait_for_text("Mail, code")
        self.screen.reveal("Mail, code", PIN)
        self.screen.press("Show Code", BUTTON)
        wait_until(lambda: any(text.startswith("Good for ") for text in self.screen.texts()), 10, "how long the code is good", self.screen.texts)
        code = self.code()
        self.assertGreater(self.copies(code), 0, "the scan finds nothing that is there")
        self.screen.press("Copy Code", BUTTON)
        self.screen.wait_for_text("Copied; cleared in 30 s, and when the vault locks")
        self.assertEqual(code, self.clipboard())
        # It goes with the text.
        self.desk.keys("Escape")
        self.screen.wait_for_text("The text is sealed.")
        self.assertFalse(self.screen.has("Show Code", BUTTON) or self.screen.has("Copy Code", BUTTON))
        self.assertEqual(0, self.copies(code))
        self.desk.vault("lock")
        wait_until(lambda: self.clipboard() != code, 10, "the clipboard to be cleared")

    @staticmethod
    def code():
        """The code of this hour (RFC 6238)."""
        digest = hmac.digest(base64.b32decode(KEY), int(time.time() // 3600).to_bytes(8, "big"), "sha1")
        start = digest[-1] & 15
        return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 10 ** 8:08}"

    def test_code_by_a_counter(self):
        self.desk.vault("add", "--protected", "--label", "Bank, code", "-", text=f"otpauth://hotp/Bank?secret={KEY}&counter=0")
        self.screen.wait_for_text("Bank, code")
        self.screen.reveal("Bank, code", PIN)
        self.screen.find("Edit Text…", BUTTON)
        self.screen.press("Show Code", BUTTON)
        self.screen.wait_for_text("Good for one use")
        # The counter has been raised in the text, which is not what is seen any more.
        self.assertFalse(self.screen.has("Edit Text…", BUTTON))
        self.desk.keys("Escape")
        self.screen.wait_for_text("The text is sealed.")

    def test_no_code_of_another_text(self):
        self.desk.vault("add", "--protected", "--label", "No code", "-", text="see otpauth://totp/Mail")
        self.screen.wait_for_text("No code")
        self.screen.reveal("No code", PIN)
        self.assertFalse(self.screen.has("Show Code", BUTTON))

    def test_copy_takes_what_a_reveal_takes(self):
        for label in ("Login", "Twice asked"):
            self.desk.vault("add", "--protected", "--label", f"{label} here", "-", text=f"the text of {label}")
            self.screen.wait_for_text(f"{label} here")
        self.screen.press("Login here")
        self.screen.press("Copy", BUTTON)
        self.screen.wait_for_text("It puts the protected text on the clipboard.")
        # The question has the word of what was pressed.
        self.assertEqual([], [node for node in self.screen.nodes() if node.name == "Unlock"])
        wait_until(lambda: sum(node.name == "Copy" and node.role == BUTTON for node in self.screen.nodes()) > 1, 10, "a button that says so")
        self.answer_pin()
        wait_until(lambda: self.clipboard() == "the text of Login", 15, "the text on the clipboard", self.clipboard)
        # The vault is open for this window now, as after a reveal: the next one is copied at once.
        self.desk.focus()
        self.screen.press("Twice asked here")
        self.screen.press("Copy", BUTTON)
        wait_until(lambda: self.clipboard() == "the text of Twice asked", 15, "the other text on the clipboard", lambda: f"{self.clipboard()} {self.screen.texts()}")
        # Not where the task asks every time.
        self.screen.press("Ask at every reveal")
        wait_until(lambda: self.is_asking("Twice asked here"), 10, "the task to ask at every reveal", self.screen.texts)
        self.screen.press("Copy", BUTTON)
        self.answer_pin()
        self.desk.vault("lock")
        wait_until(lambda: self.clipboard() == "", 10, "the clipboard to be cleared")

    def clipboard(self):
        """What the clipboard holds; nothing where nobody offers anything."""
        return subprocess.run(
            ["xclip", "-out", "-selection", "clipboard"], env=self.desk.environment, capture_output=True, text=True, timeout=10,
            check=False).stdout


if __name__ == "__main__":
    unittest.main()
