"""The first start of a window: a PIN, a recovery code and a server, in three steps."""

import json
import unittest

from Tests.Desktop.desk import wait_until
from Tests.Desktop.friend import ServerCase
from Tests.Desktop.layout import wait_for_layout
from Tests.Desktop import memory, screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery staple"
PIN, OTHER = "a pin that nobody guesses", "a pin that somebody mistypes"
BUTTON, TEXT, HIDDEN = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT, screen.Atspi.Role.PASSWORD_TEXT


class FirstRunTest(ServerCase):
    """Whoever has nothing yet is led through all of it, once."""

    @classmethod
    def setUpClass(cls):
        cls.set_up_desk()
        cls.desk.server.add_account(EMAIL, PASSWORD)
        cls.open_window()

    def copies(self, secret):
        """How often a secret is in the window's memory."""
        return memory.count(self.window.process.pid, secret)

    def said(self):
        """All that assistive technology has of the window."""
        return [text for node in self.screen.nodes() for text in node.everything_said()]

    def choose_pin(self):
        """Types the PIN twice: one that the agent refuses, then differently."""
        self.screen.find("New PIN", HIDDEN)
        self.desk.type("12345678")
        self.desk.press("Tab")
        self.desk.type("12345678")
        self.desk.press("Return")
        # Why is said where it is asked for again.
        wait_until(lambda: any("too easy to guess" in text for text in self.screen.texts()), 10, "the reason", lambda: f"{self.screen.texts()}")
        self.screen.find("New PIN", HIDDEN)
        # What is too short is told before anything is sent.
        self.desk.type(PIN[:5])
        self.screen.wait_for_text("At least 6 characters.")
        self.desk.press("ctrl+a")
        self.desk.type(PIN)
        self.screen.wait_without("At least 6 characters.")
        self.desk.press("Tab")
        self.desk.type(OTHER)
        self.screen.wait_for_text("The two are not the same.")
        self.picture("first-run-pin")
        self.desk.press("Return")
        self.screen.find("New PIN", HIDDEN)
        self.desk.press("ctrl+a")
        self.desk.type(PIN)
        self.screen.wait_without("The two are not the same.")
        self.assertGreater(self.copies(PIN.encode()), 0, "the scan finds nothing that is there")
        self.desk.press("Return")

    def code_entry(self):
        """Where the code is typed back."""
        return self.screen.find("Type the code", HIDDEN)

    def wait_for_letters(self, count):
        """Waits until so many letters of the code stand there, and more can be typed."""
        def look():
            entry = self.code_entry()
            return len(entry.letters()) == count and entry.has(screen.Atspi.StateType.SENSITIVE)
        wait_until(look, 10, f"{count} letters", lambda: f"{len(self.code_entry().letters())}")

    def test_agents_end(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.screen.press("Choose a PIN", BUTTON)
        self.choose_pin()
        self.screen.wait_for_text("Your recovery code")
        code = wait_until(lambda: memory.find(self.window.process.pid, memory.CODE), 10, "the code, drawn out of the window's memory")
        self.desk.kill_agent()
        self.screen.wait_without("Your recovery code")
        wait_until(lambda: self.copies(code) == 0, 10, "no copy of the code")
        self.assertEqual(0, self.copies(PIN.encode()))
        self.screen.wait_for_text("The agent ended before it answered. Try again; Doctor says what is wrong.")
        self.assertFalse(json.loads(self.desk.vault("status", "--json"))["hasPIN"])
        self.desk.focus("Set Up")

    def test_all_of_it_can_wait(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.assert_well()
        self.desk.focus("Set Up")
        self.screen.press("Not Now", BUTTON)
        self.screen.wait_for_text("Step 3 of 3", "Server")
        self.assert_well()
        self.screen.press("Without a Server", BUTTON)
        self.screen.wait_without("Step 3 of 3")
        status = json.loads(self.desk.vault("status", "--json"))
        self.assertFalse(status["hasPIN"] or status["hasRecoveryCode"])
        # Nobody has begun: the next window offers it again.
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        type(self).window = self.desk.open_window()
        type(self).screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text("Step 1 of 3")
        self.desk.wait_for_window("Set Up")

    def assert_well(self):
        """Whether all of a step has a name and its room, in a wide window and in a narrow one."""
        self.assertEqual([], self.screen.unnamed())
        for width in (360, 440):
            self.desk.resize(width, 640, "Set Up")
            self.assertEqual([], wait_for_layout(self.screen, "Set Up"))

    def test_cancel_asks_first(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.desk.focus("Set Up")
        self.screen.press("Choose a PIN", BUTTON)
        self.choose_pin()
        self.screen.wait_for_text("Your recovery code")
        self.desk.press("Escape")
        self.screen.wait_for_text("Set no PIN?", "Your recovery code")
        self.desk.press("Escape")
        self.screen.wait_without("Set no PIN?")
        self.desk.press("Return")
        self.code_entry()
        self.desk.type("ABCD")
        self.wait_for_letters(4)
        self.desk.press("Escape")
        self.screen.wait_for_text("Set no PIN?", "Type the code")
        # What a slip asks for is not done: Enter goes back to what was typed.
        self.desk.press("Return")
        self.screen.wait_without("Set no PIN?")
        self.desk.type("E")
        self.wait_for_letters(5)
        self.desk.press("Escape")
        self.screen.press("Set No PIN", BUTTON)
        self.screen.wait_without("Type the code")
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.assertFalse(json.loads(self.desk.vault("status", "--json"))["hasPIN"])
        # A lock asks nothing: it takes the question above with the one below.
        self.screen.press("Choose a PIN", BUTTON)
        self.choose_pin()
        self.screen.wait_for_text("Your recovery code")
        self.desk.press("Escape")
        self.screen.wait_for_text("Set no PIN?")
        self.desk.vault("lock")
        self.screen.wait_without("Set no PIN?", "Your recovery code")
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.desk.focus("Set Up")

    def test_lock_withdraws_the_question(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN")
        self.desk.focus("Set Up")
        self.screen.press("Choose a PIN", BUTTON)
        self.screen.find("New PIN", HIDDEN)
        self.desk.type(PIN)
        self.assertGreater(self.copies(PIN.encode()), 0, "the scan finds nothing that is there")
        self.desk.vault("lock")
        self.screen.close_what_is_over()
        wait_until(lambda: self.copies(PIN.encode()) == 0, 10, "no copy of the PIN")
        self.desk.focus("Set Up")

    def test_steps(self):
        self.screen.wait_for_text("Step 1 of 3", "Choose a PIN", "Nothing to do")
        self.picture("first-run")
        self.assertEqual([], self.screen.unnamed())
        self.screen.press("Choose a PIN", BUTTON)
        self.choose_pin()
        self.screen.wait_for_text("Your recovery code", "Step 2 of 3")
        for secret in (PIN, OTHER):
            self.assertEqual(0, self.copies(secret.encode()))
        code = wait_until(lambda: memory.find(self.window.process.pid, memory.CODE), 10, "the code, drawn out of the window's memory")
        self.picture("first-run-code")
        self.assertFalse([text for text in self.said() if code.decode() in text])
        self.desk.press("Return")
        self.screen.wait_for_text("Type the code")
        # Nothing is no answer, and takes none of the tries.
        self.desk.press(*["Return"] * 4)
        self.desk.type("ABCD-" * 8 + "ABCD")
        self.desk.press("Return")
        self.screen.wait_for_text("That is not the code that was shown.", "Type the code")
        self.assertNotIn("Please note", self.screen.texts())
        self.picture("first-run-mistyped")
        # What was typed stands there, to be mended: a letter more each time.
        for count in range(45, 49):
            self.desk.type("X")
            self.wait_for_letters(count)
            self.desk.press("Return")
            self.wait_for_letters(count)
            self.screen.wait_for_text("That is not the code that was shown.")
        self.assertIn("Type the code", self.screen.texts())
        # The dialog has each button twice, for a wide and for a narrow one.
        place = [node for node in self.screen.nodes() if node.name == "Show the Code Again"][-1].place()
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
        self.screen.wait_for_text("Your recovery code")
        self.desk.press("Return")
        self.screen.wait_without("Your recovery code")
        self.wait_for_letters(48)
        self.desk.press("ctrl+a")
        self.desk.type(code.decode())
        self.picture("first-run-typed")
        self.desk.press("Return")
        self.screen.wait_for_text("Step 3 of 3", "Server")
        self.assertEqual(0, self.copies(code))
        self.assertEqual(0, self.copies(PIN.encode()))
        status = json.loads(self.desk.vault("status", "--json"))
        self.assertTrue(status["hasPIN"] and status["hasRecoveryCode"])
        self.log_in()

    def log_in(self):
        """Does the last step."""
        self.picture("first-run-server")
        # The inbox has the same form, below.
        entries = [node for node in self.screen.nodes() if node.name == "Email" and node.role == TEXT]
        place = entries[-1].place()
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
        self.desk.type(EMAIL)
        self.desk.press("Return")
        self.desk.type(PASSWORD)
        self.desk.press("Return")
        self.screen.wait_without("Step 3 of 3")
        self.assertEqual(0, self.copies(PASSWORD.encode()))
        self.desk.vault("whoami")
        # What the page says one can type goes where it says.
        self.desk.focus()
        self.desk.type("Buy milk")
        self.desk.press("Return")
        wait_until(lambda: "Buy milk" in self.desk.vault("list"), 15, "the first task")
        self.change_pin()

    def change_pin(self):
        """Changes the PIN in the preferences."""
        self.desk.keys("F10")
        self.screen.act("Preferences", BUTTON)
        self.screen.press("Change: PIN", BUTTON)
        self.screen.find("PIN or recovery code")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find("New PIN", HIDDEN)
        for key in ("Tab", "Return"):
            self.desk.type(OTHER)
            self.desk.press(key)
        wait_until(lambda: any(text.startswith("The PIN is changed.") for text in self.screen.texts()), 20, "another PIN",
                   lambda: f"{self.screen.texts()}")
        self.picture("preferences-owner")
        for secret in (PIN, OTHER):
            self.assertEqual(0, self.copies(secret.encode()))


if __name__ == "__main__":
    unittest.main()
