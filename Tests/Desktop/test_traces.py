"""What is left in the window's memory of what became protected, was copied, or was shown with all others; and whose the window's unlock is."""

import json
import os
import re
import signal
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

PIN = "a pin for the window"
TEXTS = {"First": "under the third flowerpot, behind the blue door", "Second": "inside the hollow oak, above the green pond"}
FORMER = {"name": "Ask about the Bellweather legacy", "notes": "Quorndon Lane is to be sold before Michaelmas.", "step": "Telephone to Persephone"}
# What is typed about that task.
TYPED = "Ptarmigan"
ROLE = screen.Atspi.Role
WORDS = (ROLE.LABEL, ROLE.STATIC)
BUTTON = ROLE.PUSH_BUTTON


class TracesTest(unittest.TestCase):
    """A window on a vault with a few texts, and a recovery code."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        for label, text in TEXTS.items():
            cls.desk.vault("add", "--protected", "--label", label, "-", text=text)
        cls.desk.vault("add", "Other")
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Other")

    def setUp(self):
        self.desk.vault("lock")
        self.desk.focus()
        self.desk.keys("alt+1")

    def copies(self, text):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())

    def answer(self, text=PIN):
        """Answers the question for the PIN, or for the recovery code where there is one."""
        wait_until(lambda: {"PIN", "PIN or recovery code"} & set(self.screen.texts()), 15, "the question", self.screen.texts)
        self.desk.type(text)
        self.desk.press("Return")

    def id_of(self, label):
        """The id of a task."""
        tasks = json.loads(self.desk.vault("list", "--json"))["tasks"]
        return next(task["id"] for task in tasks if label in (task.get("label"), task.get("name")))

    def test_what_became_protected_is_not_left(self):
        self.desk.vault("add", FORMER["name"], "--notes", FORMER["notes"], "--subtask", FORMER["step"])
        self.screen.press(FORMER["name"])
        self.screen.wait_for_text(FORMER["notes"], FORMER["step"])
        # In the form, in a menu, and in what is told below the page, too.
        self.desk.keys("ctrl+e")
        self.screen.find("Save", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_without("Save")
        self.screen.press(FORMER["step"], ROLE.CHECK_BOX)
        self.screen.press("Remind me")
        for text in FORMER.values():
            self.assertGreater(self.copies(text), 0, "the scan finds nothing that is there")
        self.screen.press("Protect…", BUTTON)
        self.screen.press("Label, shown in lists", ROLE.TEXT)
        self.desk.type("Family")
        self.desk.press("Return")
        self.screen.wait_for_text("Family")
        self.screen.wait_without(*FORMER.values())
        wait_until(lambda: not any(self.left().values()), 15, "nothing of it", lambda: f"{self.left()}")

    def begin(self):
        """Adds the task that becomes protected, shows it, and hands over its id."""
        self.desk.vault("add", FORMER["name"], "--notes", FORMER["notes"], "--subtask", FORMER["step"])
        self.screen.press(FORMER["name"])
        self.screen.wait_for_text(FORMER["notes"], FORMER["step"])
        return self.id_of(FORMER["name"])

    def protect_elsewhere(self, task):
        """Has another client protect the task, and waits until nothing of it is left here."""
        for text in FORMER.values():
            self.assertGreater(self.copies(text), 0, "the scan finds nothing that is there")
        self.desk.vault("protect", task, "--label", "Family")
        self.addCleanup(self.desk.vault, "delete", task)
        self.wait_for_nothing(lambda: self.seen() + [what for what, count in self.left().items() if count])

    def wait_for_nothing(self, left):
        """Waits until nothing is left of what is to be gone."""
        def is_gone():
            # What assistive technology was answered last stays with the bus until it asks for something else.
            self.screen.texts()
            return not left()
        wait_until(is_gone, 10, "nothing of it", lambda: f"{left()}")

    def seen(self):
        """What assistive technology reads that has words of the task, or is the button of a form that has."""
        names = [node.name for node in self.screen.nodes()]
        return [name for name in names if name == "Save" or any(text in name for text in FORMER.values())]

    def test_what_was_told_of_a_task_that_is_protected_elsewhere_is_not_left(self):
        task = self.begin()
        self.screen.press("Done", BUTTON)
        told = f"Done: “{FORMER['name']}”"
        self.screen.wait_for_text(told)
        # For as long as the pointer rests on it, it stays by itself.
        place = self.screen.find(told, *WORDS).place()
        self.desk.move(place.x + place.width // 2, place.y + place.height // 2)
        self.addCleanup(self.desk.move, 1270, 790)
        self.protect_elsewhere(task)
        self.screen.wait_without(told)

    def test_what_is_edited_of_a_task_that_is_protected_elsewhere_is_not_left(self):
        task = self.begin()
        self.desk.keys("ctrl+e")
        self.screen.find("Save", BUTTON)
        self.desk.press("End")
        self.desk.type(f" {TYPED}")
        wait_until(lambda: self.copies(TYPED) > 0, 5, "what was typed: the scan finds nothing that is there")
        # The question whether that is to be thrown away has nothing to ask any more.
        self.desk.press("Escape")
        self.screen.find("Discard", BUTTON)
        self.protect_elsewhere(task)
        self.screen.wait_for_text("This task is protected now. What was typed here is not saved.")
        self.assertFalse({"Save", "Discard"} & {node.name for node in self.screen.nodes()})
        self.wait_for_nothing(lambda: self.copies(TYPED))

    def test_a_step_of_a_task_that_is_protected_elsewhere_is_not_left(self):
        task = self.begin()
        self.screen.press("New subtask", ROLE.TEXT, ROLE.ENTRY)
        self.desk.type(TYPED)
        wait_until(lambda: self.copies(TYPED) > 0, 5, "what was typed: the scan finds nothing that is there")
        self.screen.press(f"More: {FORMER['step']}")
        self.desk.press("Return")
        self.screen.find("Save", BUTTON)
        self.protect_elsewhere(task)
        self.screen.wait_for_text("This task is protected now.")
        self.screen.wait_without("Save")
        self.wait_for_nothing(lambda: self.copies(TYPED))

    def left(self):
        """How often each text of the task that became protected is in memory."""
        return {what: self.copies(text) for what, text in FORMER.items()}

    def test_what_was_copied_is_not_left(self):
        self.screen.press("First")
        self.screen.press("Copy", BUTTON)
        self.answer()
        wait_until(lambda: self.clipboard() == TEXTS["First"], 15, "the text on the clipboard", self.clipboard)
        # Its time is over, without a lock.
        wait_until(lambda: self.clipboard() != TEXTS["First"], 45, "the clipboard to be cleared")
        self.assertEqual("", self.clipboard())
        self.assertEqual(0, self.copies(TEXTS["First"]))
        self.assertEqual(0, self.copies(PIN))

    def test_what_is_revealed_cannot_be_selected(self):
        self.screen.press("First")
        self.screen.press("Reveal", BUTTON)
        self.answer()
        self.screen.find_after_dialog("Hide", BUTTON)
        place = self.screen.find("Protected text").place()
        self.desk.double_click(place.x + 20, place.y + 8)
        self.desk.press("ctrl+a", "ctrl+c", "ctrl+Insert")
        self.screen.find("Hide", BUTTON)
        for selection in ("clipboard", "primary"):
            self.assertFalse([word for word in TEXTS["First"].split() if len(word) > 4 and word in self.clipboard(selection)], selection)
        self.desk.press("Escape")

    def clipboard(self, selection="clipboard"):
        """What the clipboard holds, or what is selected; nothing where nobody offers anything."""
        return subprocess.run(
            ["xclip", "-out", "-selection", selection], env=self.desk.environment, capture_output=True, text=True, timeout=10, check=False).stdout

    def test_all_that_was_revealed_is_not_left(self):
        for way, hide in {
                "the button Hide All": lambda: self.screen.press("Hide All", BUTTON), "Esc": lambda: self.desk.keys("Escape"),
                "another task": lambda: self.screen.press("Other"), "another tab": lambda: self.desk.keys("alt+3"), "focus lost": self.desk.unfocus,
                "the agent killed": lambda: self.desk.end_agent(signal.SIGKILL)}.items():
            with self.subTest(way):
                self.desk.vault("lock")
                self.desk.keys("alt+1", "ctrl+shift+r")
                self.answer()
                self.screen.find_after_dialog("Hide All", BUTTON)
                self.screen.wait_for_text(f"Protected texts: {len(TEXTS)}")
                for text in TEXTS.values():
                    wait_until(lambda text=text: self.copies(text) > 0, 5, "the text in memory: the scan finds nothing that is there")
                hide()
                wait_until(lambda: not any(self.copies(text) for text in TEXTS.values()), 10, "no copy", lambda: f"{[self.copies(text) for text in TEXTS.values()]}")
                self.assertEqual(0, self.copies(PIN))

    def test_unlock_button(self):
        self.screen.press("First")
        self.screen.press("Unlock the vault", BUTTON)
        self.answer()
        self.screen.find_after_dialog("Lock: the vault is open", BUTTON)
        # Nobody is asked again, and nothing was shown before.
        self.assertEqual(0, self.copies(TEXTS["First"]))
        self.screen.press("Reveal", BUTTON)
        self.screen.find("Hide", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_for_text("The text is sealed.")

    def test_nothing_is_said_of_a_lock_once_the_vault_is_open(self):
        self.screen.press("First")
        self.screen.press("Reveal", BUTTON)
        self.answer()
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.vault("lock")
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.screen.press("Unlock the vault", BUTTON)
        self.answer()
        self.screen.find_after_dialog("Lock: the vault is open", BUTTON)
        self.screen.wait_for_text("The text is sealed.")

    def test_the_unlock_is_the_windows_own(self):
        self.screen.press("Second")
        self.screen.press("Reveal", BUTTON)
        self.answer()
        self.screen.find_after_dialog("Hide", BUTTON)
        # Another terminal's session is another caller.
        asked = subprocess.run(
            [self.desk.home.program("vault"), "reveal", self.id_of("Second"), "--plain"], env=self.desk.environment, capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL, start_new_session=True, check=False)
        self.assertEqual((77, ""), (asked.returncode, asked.stdout), asked.stderr)
        self.assertTrue(self.screen.has("Hide", BUTTON) and self.screen.has("Lock: the vault is open", BUTTON))
        self.desk.press("Escape")
        self.screen.wait_for_text("The text is sealed.")

    def test_recovery_code(self):
        said = subprocess.run(
            [self.desk.home.program("vault"), "recovery", "create", "--pin-stdin"], input=f"{PIN}\n", env=self.desk.environment, capture_output=True, text=True, timeout=60,
            check=False)
        code = re.search(memory.CODE.decode(), said.stdout + said.stderr)
        self.assertIsNotNone(code, said)
        self.screen.press("First")
        self.screen.press("Reveal", BUTTON)
        self.answer(code.group(0))
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_for_text("The text is sealed.")
        self.assertEqual(0, self.copies(code.group(0)))


if __name__ == "__main__":
    unittest.main()
