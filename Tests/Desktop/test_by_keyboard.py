"""A vault that is set up and used without a pointer, and where the keyboard is after something was refused."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
EMAIL, PASSWORD = "ada@example.org", "correct horse battery staple"
PIN = "a pin that nobody guesses"


class ByKeyboardTest(unittest.TestCase):
    """One vault from its first run on; each test goes on where the one before has ended."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def tasks(self):
        """The tasks by their names or labels."""
        return {task.get("name") or task.get("label"): task for task in json.loads(self.desk.vault("list", "--json"))["tasks"]}

    def wait_for_task(self, name, condition=lambda task: True):
        """Waits until the command line has a task like that."""
        wait_until(lambda: name in self.tasks() and condition(self.tasks()[name]), 15, f"the task {name}", lambda: f"{self.tasks()} {self.screen.texts()}")

    def focused(self):
        """The names of what has the keyboard, in any window."""
        found = []
        for node in self.screen.nodes():
            if node.has(STATE.FOCUSED) and node.role not in (ROLE.FRAME, ROLE.WINDOW, ROLE.DIALOG):
                found.append(node.name)
        return found

    def wait_for_keyboard(self, name):
        """Waits until something has the keyboard."""
        wait_until(lambda: name in self.focused(), 15, f"the keyboard at {name}", lambda: f"{self.focused()} {self.screen.texts()}")

    def select(self, name):
        """Goes to a task in the list, which is not long."""
        self.desk.keys("ctrl+f")
        self.desk.press("Escape", "Home")
        for _ in range(len(self.tasks()) + 1):
            if self.screen.texts().count(name) > 1:
                return
            self.desk.press("Down")
            wait_until(lambda: self.focused(), 10, "the keyboard in the list")
        self.fail(f"no way to {name}: {self.screen.texts()}")

    def answer_pin(self):
        """Types the PIN where it is asked for."""
        self.screen.find("PIN or recovery code", ROLE.PASSWORD_TEXT)
        self.desk.type(PIN)
        self.desk.press("Return")

    def test_1_first_run(self):
        self.screen.wait_for_text("Step 1 of 3")
        self.desk.wait_for_window("Set Up")
        self.desk.look()
        self.wait_for_keyboard("Choose a PIN")
        self.desk.press("Return")
        self.screen.find("New PIN", ROLE.PASSWORD_TEXT)
        # Declined, the keyboard is where it was.
        self.desk.press("Escape")
        self.screen.wait_without("New PIN")
        self.desk.focus("Set Up")
        self.wait_for_keyboard("Choose a PIN")
        self.desk.press("Return")
        self.screen.find("New PIN", ROLE.PASSWORD_TEXT)
        for key in ("Tab", "Return"):
            self.desk.type(PIN)
            self.desk.press(key)
        self.screen.wait_for_text("Your recovery code")
        code = wait_until(lambda: memory.find(self.window.process.pid, memory.CODE), 10, "the code, drawn out of the window's memory")
        self.desk.press("Return")
        self.screen.wait_for_text("Type the code")
        self.desk.type(code.decode())
        self.desk.press("Return")
        self.screen.wait_for_text("Step 3 of 3")
        self.desk.focus("Set Up")

    def test_2_login(self):
        self.desk.type(EMAIL)
        self.desk.press("Return")
        # Nothing was typed: the keyboard stays where it is missing.
        self.desk.press("Return")
        self.screen.wait_for_text("Type the password.")
        self.desk.type("a wrong password of some length")
        self.desk.press("Return")
        self.screen.wait_for_text("The server says that email or password are wrong.")
        self.desk.type(PASSWORD)
        self.desk.press("Return")
        self.screen.wait_without("Step 3 of 3")
        self.desk.vault("whoami")

    def test_3_a_task(self):
        self.desk.focus()
        self.desk.type("Buy milk")
        self.desk.press("Return")
        self.wait_for_task("Buy milk")
        self.desk.type("Write the talk")
        self.desk.press("Return")
        self.wait_for_task("Write the talk")

    def test_4_edit_refused(self):
        self.select("Write the talk")
        self.desk.press("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.desk.type("Write the book")
        # Somebody deletes it meanwhile.
        self.desk.vault("delete", self.tasks()["Write the talk"]["id"])
        self.desk.press("Return")
        wait_until(lambda: any(text.startswith("There is no task") for text in self.screen.texts()), 15, "why not", self.screen.texts)
        # What is typed next is in the name again.
        self.desk.press("ctrl+a")
        self.desk.type("Another")
        wait_until(lambda: self.text("Name") == "Another", 15, "what was typed", lambda: f"{self.text('Name')}")
        self.desk.press("Escape")
        self.screen.find("Discard", ROLE.PUSH_BUTTON)
        self.desk.press("Tab", "Return")
        self.screen.wait_without("Save")
        self.desk.focus()

    def text(self, name):
        """What stands in an entry."""
        node = self.screen.find(name, ROLE.TEXT, ROLE.ENTRY)
        return screen.answer(node.text)

    def test_5_edit(self):
        self.select("Buy milk")
        self.desk.press("ctrl+e")
        self.screen.find("Save", ROLE.PUSH_BUTTON)
        self.desk.press("End")
        self.desk.type(" and bread")
        self.desk.press("Tab")
        self.desk.type("tomorrow 18:00")
        self.desk.press("Return")
        self.wait_for_task("Buy milk and bread", lambda task: task["dueDate"])
        self.desk.focus()

    def test_6_protect(self):
        self.select("Buy milk and bread")
        self.desk.press("Menu")
        self.screen.find("Protect…", ROLE.PUSH_BUTTON)
        self.desk.press("Down", "Down", "Return")
        self.screen.find("Label, shown in lists", ROLE.TEXT)
        self.desk.type("Errand")
        self.desk.press("Return")
        self.wait_for_task("Errand")
        self.screen.wait_without("Label, shown in lists")
        self.desk.focus()

    def test_7_edit_details_and_reveal(self):
        self.select("Errand")
        self.desk.press("ctrl+e")
        self.screen.find("Label, shown in lists", ROLE.TEXT)
        self.desk.press("ctrl+a")
        self.desk.type("Errands")
        self.desk.press("Return")
        self.wait_for_task("Errands")
        self.desk.focus()
        self.select("Errands")
        for _ in range(40):
            if "Reveal" in self.focused():
                break
            former = self.focused()
            self.desk.press("Tab")
            wait_until(lambda former=former: self.focused() not in ([], former), 10, "another stop", lambda: f"{self.focused()}")
        self.assertIn("Reveal", self.focused())
        self.desk.vault("lock")
        self.desk.press("space")
        self.screen.find("PIN or recovery code", ROLE.PASSWORD_TEXT)
        self.desk.press("Escape")
        self.screen.wait_without("PIN or recovery code")
        self.desk.focus()
        self.wait_for_keyboard("Reveal")
        self.desk.press("space")
        self.answer_pin()
        self.screen.find_after_dialog("Hide", ROLE.PUSH_BUTTON)
        self.wait_for_keyboard("Hide")


if __name__ == "__main__":
    unittest.main()
