"""The login at the window: a form that stays until the server takes what stands in it."""

import os
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.layout import wait_for_layout
from Tests.Desktop import memory, screen

EMAIL, PASSWORD, OTHER = "ada@example.org", "correct horse battery staple", "an entirely different passphrase"
BUTTON, TEXT = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.TEXT


class LoginTest(unittest.TestCase):
    """Nobody sees the form while credentials are valid, and everybody why, when they are not."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        # An empty vault would be set up first.
        cls.desk.vault("add", "Buy milk")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Buy milk")
        cls.desk.keys("alt+2")

    def setUp(self):
        self.set_password(PASSWORD)
        self.desk.vault("logout", "--forget")
        self.look_again()
        wait_until(lambda: {"You are logged out", "Email"} & set(self.screen.texts()), 15, "no login")
        if "Email" not in self.screen.texts():
            self.screen.press("Use Another Account", BUTTON)
        self.screen.find("Email", TEXT)

    def look_again(self):
        """Takes the keyboard away from the window and gives it back: it then looks anew how the login stands."""
        self.desk.unfocus()
        self.desk.focus()

    def set_password(self, password):
        """Gives the account another password, as its administrator would."""
        subprocess.run(
            [self.desk.home.program("vault-server"), "account", "password", EMAIL, "--password-stdin", "--data",
             str(self.desk.home.path("server"))],
            env=self.desk.home.environment(), input=f"{password}\n".encode(), check=True, timeout=20, capture_output=True)

    def log_in(self):
        """Logs in at the command line."""
        self.desk.vault("login", "--email", EMAIL, "--password-stdin", text=f"{PASSWORD}\n")
        self.look_again()
        self.screen.wait_for_text("The inbox is empty")

    def fill(self, email, password):
        """Fills in the form, and sends it."""
        self.screen.press("Email", TEXT)
        self.desk.press("ctrl+a")
        self.desk.type(email)
        self.desk.press("Return")
        self.desk.type(password)
        self.desk.press("Return")

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def copies(self, secret):
        """How often a secret is in the window's memory."""
        return memory.count(self.window.process.pid, secret.encode())

    def test_form(self):
        self.assertEqual([], self.screen.unnamed())
        self.fill("nobody", PASSWORD)
        self.screen.wait_for_text("Give an email like ada@example.org.")
        self.fill(EMAIL, "a wrong password of some length")
        self.screen.wait_for_text("The server says that email or password are wrong.")
        # The three rows look the same: all of them begin at the same place, without a box of their own.
        label = screen.Atspi.Role.LABEL
        places = [self.screen.find(name, role).place() for name, role in (
            ("Email", label), ("Password", screen.Atspi.Role.PASSWORD_TEXT), ("Server", label))]
        self.assertEqual(1, len({place.x for place in places}))
        self.assertLess(abs(places[1].y - places[0].y - (places[2].y - places[1].y)), 30)
        self.picture("login")
        self.desk.resize(360, 640)
        self.screen.wait_for_text("The server says that email or password are wrong.")
        self.assertEqual([], wait_for_layout(self.screen, "Vault"))
        self.picture("login-narrow")
        self.desk.resize(960, 640)
        self.fill(EMAIL, PASSWORD)
        self.screen.wait_for_text("Logged in.", "The inbox is empty")
        for secret in ("a wrong password of some length", PASSWORD):
            self.assertEqual(0, self.copies(secret))

    def test_other_pages_lead_to_the_form(self):
        for tab in ("alt+4", "alt+5"):
            self.desk.keys(tab)
            self.screen.wait_for_text("You are not logged in", "Log in to see what is here.")
        self.assertFalse([text for text in self.screen.texts() if "vault login" in text])
        # Of the two pages the one that is not seen has one, too.
        buttons = [node for node in self.screen.nodes() if node.name == "Log In" and node.role == BUTTON]
        buttons[-1].act()
        self.screen.find("Email", TEXT)
        # No key is taken for a moment.
        self.desk.look()
        self.desk.type(PASSWORD)
        self.desk.press("Return")
        self.screen.wait_for_text("The inbox is empty")

    def test_the_profile_leads_to_the_form(self):
        self.desk.keys("alt+1", "F10")
        self.screen.act("Profile", BUTTON)
        self.screen.wait_for_text("You are not logged in")
        self.screen.act("Log In: You are not logged in", BUTTON)
        wait_until(lambda: not self.desk.has_window("Profile"), 10, "the page to be gone")
        self.desk.focus()
        self.fill(EMAIL, PASSWORD)
        self.screen.wait_for_text("The inbox is empty")

    def test_wrong_password_is_typed_again_at_once(self):
        self.fill(EMAIL, "a wrong password of some length")
        self.screen.wait_for_text("The server says that email or password are wrong.")
        self.desk.type(PASSWORD)
        self.desk.press("Return")
        self.screen.wait_for_text("The inbox is empty")

    def test_valid_credentials(self):
        self.log_in()
        self.assertNotIn("Log in", self.screen.texts())

    def test_refused_credentials(self):
        self.log_in()
        self.set_password(OTHER)
        # The next agent logs in anew.
        self.desk.kill_agent()
        self.screen.wait_for_text("Log in")
        wait_until(lambda: any("refuse" in text for text in self.screen.texts()), 15, "the reason", lambda: f"{self.screen.texts()}")
        self.picture("login-refused")
        # So do the pages that would wait for a connection for ever.
        wait_until(lambda: sum("refuses" in text for text in self.screen.texts()) >= 3, 15, "the reason on each page", self.screen.texts)
        # Of the two pages the last one's; where the line has just come, keys are kept off for a moment.
        button = [node for node in self.screen.nodes() if node.name == "Log In" and node.role == BUTTON][-1]
        button.act()
        self.desk.look()
        self.fill(EMAIL, OTHER)
        self.screen.wait_for_text("Logged in.", "The inbox is empty")
        wait_until(lambda: not any("refuses" in text for text in self.screen.texts()), 15, "no reason any more", self.screen.texts)

    def test_a_refused_login_stands_in_the_way_of_no_change(self):
        self.log_in()
        self.desk.vault("add", "Sweep")
        self.set_password(OTHER)
        self.desk.kill_agent()
        self.screen.wait_for_text("Log in")
        wait_until(lambda: sum("refuses" in text for text in self.screen.texts()) >= 3, 15, "the reason on each page", self.screen.texts)
        # Where the line has just come, keys are kept off for a moment.
        self.desk.look()
        self.desk.keys("alt+1")
        self.screen.wait_for_page("Tasks")
        self.addCleanup(self.leave_logged_in)
        self.screen.press("Sweep")
        self.desk.keys("Delete")
        self.screen.wait_for_text("Deleted: “Sweep”")
        self.desk.keys("ctrl+z")
        wait_until(lambda: "Sweep" in self.desk.vault("list"), 10, "the task to be back")
        # What comes with an answer is seen a moment later.
        self.desk.look()
        self.assertNotIn("Please note", self.screen.texts())

    def leave_logged_in(self):
        """Takes the reason away, at the inbox: as the line with it goes, clicks are kept off for a moment."""
        self.set_password(PASSWORD)
        self.desk.keys("alt+2")
        self.log_in()
        wait_until(lambda: not any("refuses" in text for text in self.screen.texts()), 15, "no reason any more", self.screen.texts)
        self.desk.look()

    def open_doctor(self):
        """Opens the page that says what is wrong."""
        self.desk.keys("F10")
        self.screen.find("Doctor", BUTTON)
        self.screen.act("Doctor", BUTTON)
        self.screen.find("Check again", BUTTON)
        self.addCleanup(self.close_doctor)

    def close_doctor(self):
        """Closes it."""
        self.desk.leave_window("Doctor")

    def test_doctor_leads_to_the_form(self):
        self.open_doctor()
        self.screen.act("Log In: Server", BUTTON)
        wait_until(lambda: not self.desk.has_window("Doctor"), 10, "the page to be gone")
        self.desk.focus()
        self.fill(EMAIL, PASSWORD)
        self.screen.wait_for_text("Logged in.")
        self.desk.vault("whoami")
        self.screen.wait_for_text("The inbox is empty")
        self.assertEqual(0, self.copies(PASSWORD))

    def test_z_doctor_sets_a_pin(self):
        self.open_doctor()
        self.screen.act("Set a PIN: PIN", BUTTON)
        self.screen.find("New PIN", screen.Atspi.Role.PASSWORD_TEXT)
        pin = "a pin from the doctor"
        self.desk.type(pin)
        self.desk.press("Tab")
        self.desk.type(pin)
        self.desk.press("Return")
        self.screen.wait_for_text("Your recovery code")
        code = wait_until(lambda: memory.find(self.window.process.pid, memory.CODE), 10, "the code, drawn out of the window's memory")
        self.desk.press("Return")
        self.screen.wait_for_text("Type the code")
        self.desk.type(code.decode())
        self.desk.press("Return")
        self.screen.wait_for_text("PIN and recovery code open the vault.")
        self.assertFalse(self.screen.has("Set a PIN: PIN", BUTTON))
        for secret in (pin, code.decode()):
            self.assertEqual(0, self.copies(secret))

    def test_log_out_in_the_preferences(self):
        self.log_in()
        self.desk.keys("F10")
        self.screen.act("Preferences", BUTTON)
        self.screen.find("Log Out…: Log out", BUTTON)
        self.picture("preferences-account")
        self.screen.act("Log Out…: Log out", BUTTON)
        self.screen.wait_for_text("Log out?")
        self.desk.press("Escape")
        self.screen.wait_without("Log out?")
        self.desk.vault("whoami")
        self.screen.act("Log Out…: Log out", BUTTON)
        self.screen.wait_for_text("Log out?")
        self.desk.press("Tab", "Return")
        self.screen.wait_for_text("Logged out; the login stays stored.")
        self.desk.focus("Preferences")
        self.desk.press("Escape")
        self.screen.wait_for_text("You are logged out")

    def test_logged_out(self):
        self.log_in()
        self.desk.vault("logout")
        self.screen.wait_for_text("You are logged out")
        self.screen.find("Use Another Account", BUTTON)
        self.picture("logged-out")
        self.screen.press("Log In", BUTTON)
        self.screen.wait_for_text("The inbox is empty")

    def test_form_is_not_as_wide_as_the_window(self):
        self.desk.resize(1100, 700)
        entry = self.screen.find("Email", TEXT)
        wait_until(lambda: self.screen.window("Vault").place().width >= 1000, 10, "a wide window")
        place = entry.place()
        self.assertLessEqual(place.width, 480)
        # In the middle.
        self.assertLess(abs(place.x + place.width / 2 - self.screen.window("Vault").place().width / 2), 60)

    def test_typed_and_left(self):
        typed = "something that was never sent anywhere"
        self.screen.press("Password", screen.Atspi.Role.PASSWORD_TEXT)
        self.desk.type(typed)
        self.assertGreater(self.copies(typed), 0, "the scan finds nothing that is there")
        self.log_in()
        self.assertEqual(0, self.copies(typed))

    def test_other_server(self):
        self.screen.press("Server", TEXT)
        self.desk.press("ctrl+a")
        self.desk.type("http://127.0.0.1:9")
        self.fill(EMAIL, PASSWORD)
        wait_until(lambda: any(text.startswith("The configuration names the server") for text in self.screen.texts()), 15,
                   "why not there", lambda: f"{self.screen.texts()}")
        self.screen.press("Server", TEXT)
        self.desk.press("ctrl+a")
        self.desk.type("<b>no address</b>")
        self.fill(EMAIL, PASSWORD)
        self.screen.wait_for_text("Give an address like https://vault.example.org.")
        self.screen.press("Server", TEXT)
        self.desk.press("ctrl+a", "BackSpace")
        self.fill(EMAIL, PASSWORD)
        self.screen.wait_for_text("The inbox is empty")

    def test_password_stays_where_something_else_was_wrong(self):
        self.screen.press("Server", TEXT)
        self.desk.press("ctrl+a")
        self.desk.type("http://127.0.0.1:9")
        self.fill(EMAIL, PASSWORD)
        wait_until(lambda: any(text.startswith("The configuration names the server") for text in self.screen.texts()), 15,
                   "why not there", lambda: f"{self.screen.texts()}")
        self.screen.press("Server", TEXT)
        self.desk.press("ctrl+a", "BackSpace", "Return")
        self.screen.wait_for_text("The inbox is empty")
        self.assertEqual(0, self.copies(PASSWORD))

    def test_two_clicks(self):
        self.screen.press("Email", TEXT)
        self.desk.press("ctrl+a")
        self.desk.type(EMAIL)
        self.desk.press("Return")
        self.desk.type(PASSWORD)
        self.desk.press("Return", "Return", "Return")
        self.screen.wait_for_text("The inbox is empty")
        self.assertEqual(0, self.copies(PASSWORD))

    def test_nothing_for_assistive_technology(self):
        self.screen.press("Password", screen.Atspi.Role.PASSWORD_TEXT)
        self.addCleanup(self.desk.press, "ctrl+a", "BackSpace")
        self.desk.type(PASSWORD)
        self.assertGreater(self.copies(PASSWORD), 0, "the scan finds nothing that is there")
        told = [text for node in self.screen.nodes() for text in node.everything_said()]
        self.assertEqual([], [text for text in told if PASSWORD in text])


if __name__ == "__main__":
    unittest.main()
