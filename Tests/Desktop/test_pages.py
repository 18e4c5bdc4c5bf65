"""The pages that the main menu leads to."""

import json
import os
import pathlib
import re
import unittest

from Tests.Desktop.desk import ROOT, Desk, wait_until
from Tests.Desktop import memory, screen

BUTTON, CHECK = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.CHECK_BOX
PIN = "a pin for the window"


class PagesTest(unittest.TestCase):
    """What they show is what the command line says."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        cls.desk.vault("add", "--protected", "--label", "Safe", "-", text="under the third flowerpot")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Safe")

    def open(self, page):
        """Opens a page by the menu, and closes it after the test."""
        self.desk.keys("F10")
        self.screen.find(page, BUTTON)
        self.screen.act(page, BUTTON)
        self.addCleanup(self.close, page)

    def close(self, page):
        """Closes a page, and what stands above it."""
        def gone():
            if page not in self.titles():
                return True
            # As a window manager does when a dialog ends.
            self.desk.focus(page)
            self.desk.press("Escape")
            return False
        wait_until(gone, 15, f"{page} closed")

    def titles(self):
        """The titles of the windows that are open."""
        return [node.name for node in self.screen.nodes() if node.role in (screen.Atspi.Role.FRAME, screen.Atspi.Role.WINDOW)]

    def setting(self, key):
        """A setting, as the command line has it."""
        try:
            rows = json.loads(self.desk.vault("settings", "--json"))["settings"]
        except AssertionError:
            # One agent ends, and the next is not there yet.
            return {"value": None}
        return next(row for row in rows if row["key"] == key)

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def test_preferences(self):
        self.open("Preferences")
        self.screen.wait_for_text("Lock after", "Quiet hours", "Keep the inbox for")
        self.assertEqual([], self.screen.unnamed())
        self.screen.act("Quiet hours", CHECK)
        wait_until(lambda: self.setting("quiet-hours")["value"] == "22:00-07:00", 15, "the quiet hours")
        hours = "Hours, for instance 22:00-07:00"
        self.type_over(hours, "later")
        self.screen.wait_for_text("The setting quiet-hours (VAULT_QUIET_HOURS) takes off, or hours like 22:00-07:00. The setting was left as it is.")
        self.picture("preferences")
        self.type_over(hours, "23-6")
        wait_until(lambda: self.setting("quiet-hours")["value"] == "23:00-06:00", 15, "the other quiet hours")
        self.screen.wait_without("later")

        def are_off():
            # Nothing can be switched before the next agent is there.
            toggle = self.screen.find("Quiet hours", CHECK)
            if toggle.has(screen.Atspi.StateType.CHECKED):
                toggle.act()
            return self.setting("quiet-hours")["value"] == "off"
        wait_until(are_off, 15, "no quiet hours")

    def test_values_are_words_and_whole(self):
        self.open("Preferences")
        self.screen.wait_for_text("Login and keys", "Kept in an encrypted file.\nSet by the environment, and has to be changed there.")
        self.assertFalse({"file", "key-file", "info", "sqlite", "Not set"} & set(self.screen.texts()))
        # As wide as its text is at least: nothing is left out.
        for words in [text for text in self.screen.texts() if text.endswith((" days", " items", " min"))]:
            label = self.screen.find(words, screen.Atspi.Role.LABEL)
            wait_until(lambda label=label, words=words: label.place().width >= 6 * len(words), 10, f"room for {words}",
                       lambda label=label: f"{label.place().width}")
        self.desk.press("End")
        self.picture("preferences-end")

    def test_every_setting_of_the_agent_is_there(self):
        source = (ROOT / "Sources/DesktopModel/Preferences/SettingControl.swift").read_text(encoding="utf-8")
        shown = dict(re.findall(r'SettingControl\(\s*"([a-z-]+)", localized\("([^"]+)"\)', source))
        known = [row["key"] for row in json.loads(self.desk.vault("settings", "--json"))["settings"]]
        self.assertEqual(sorted(known), sorted(shown), "a setting without a row, or a row without a setting")
        self.open("Preferences")
        self.screen.wait_for_text(*shown.values())

    def test_backup(self):
        file = self.desk.home.path("last.vault")
        self.open("Preferences")
        self.screen.act("Write…: Backup", BUTTON)
        self.desk.wait_for_window("Backup")
        self.desk.press("ctrl+a")
        self.desk.type(str(file))
        self.desk.press("Return")
        # There is no recovery code yet, which alone opens it.
        wait_until(lambda: any("recovery code" in text for text in self.screen.texts()), 15, "an answer", lambda: f"{self.screen.texts()}")
        self.picture("preferences-backup")

    def test_guarded_setting(self):
        self.open("Preferences")
        self.choose("Lock after", "Home", "Down", "Down", "Down")
        self.screen.find("PIN")
        # As the preferences call it.
        wait_until(lambda: any("To be confirmed: Lock after 15 min" in text for text in self.screen.texts()), 10, "what is confirmed", self.screen.texts)
        self.picture("preferences-to-be-confirmed")
        self.desk.press("Escape")
        self.screen.wait_for_text("5 min")
        # Whoever declines knows.
        wait_until(lambda: self.screen.find("Lock after", screen.Atspi.Role.COMBO_BOX).has(screen.Atspi.StateType.SENSITIVE), 15, "another choice")
        self.assertNotIn("Nothing was done.", self.screen.texts())
        self.assertEqual(self.setting("unlock-timeout")["value"], "300")
        self.choose("Lock after", "Home", "Down", "Down", "Down")
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        wait_until(lambda: self.setting("unlock-timeout")["value"] == "900", 15, "the longer time-out")
        self.assertTrue(self.setting("unlock-timeout")["isConfirmed"])
        self.screen.wait_for_text("15 min")
        wait_until(lambda: any(text.endswith("\nConfirmed.") for text in self.screen.texts()), 10, "the note", lambda: f"{self.screen.texts()}")
        self.picture("preferences-confirmed")

    def test_doctor(self):
        self.open("Doctor")
        self.screen.wait_for_text("As it should be")
        findings = json.loads(self.desk.vault("doctor", "--json"))["findings"]
        found = [finding["finding"] for finding in findings if finding["subject"] in ("PIN", "credential store", "tasks")]
        self.assertGreater(len(found), 2)
        wait_until(lambda: all(any(text in shown for shown in self.screen.texts()) for text in found), 10, "what the command line says")
        self.screen.find("Check again", BUTTON)
        self.assertEqual([], self.screen.unnamed())
        self.picture("doctor")

    def answer(self, heading, text):
        """Types the answer to a question."""
        self.screen.find(heading)
        self.desk.type(text)
        self.desk.press("Return")

    def test_remedy_makes_a_code(self):
        self.open("Doctor")
        self.screen.wait_for_text("There is no recovery code: a forgotten PIN loses all protected text.")
        self.screen.press("Make One: PIN", BUTTON)
        self.answer("PIN", "a wrong pin, first")
        self.screen.wait_for_text("That PIN or recovery code is wrong.")
        self.answer("PIN", PIN)
        self.screen.wait_for_text("Your recovery code")
        code = wait_until(lambda: memory.find(self.window.process.pid, memory.CODE), 10, "the code in the window's memory")
        self.desk.press("Return")
        self.answer("Type the code", code.decode())
        self.screen.wait_for_text("PIN and recovery code open the vault.")
        self.assertNotIn("Make One: PIN", [node.name for node in self.screen.nodes()])
        for secret in (code, PIN.encode()):
            wait_until(lambda secret=secret: memory.count(self.window.process.pid, secret) == 0, 10, "nothing of it in memory", lambda secret=secret: f"{secret} {memory.count(self.window.process.pid, secret)} times")

    def test_remedy_confirms_settings(self):
        self.desk.vault("agent", "stop")
        pathlib.Path(self.desk.home.path("config", "config.json")).write_text('{"inbox-days": 30, "unlock-timeout": 1800}')
        wait_until(lambda: self.setting("unlock-timeout").get("asked") == "1800", 15, "an agent that has read the file")
        self.open("Doctor")
        self.screen.find("Confirm: Settings", BUTTON)
        self.picture("doctor-remedies")
        self.screen.press("Confirm: Settings", BUTTON)
        self.answer("PIN", PIN)
        wait_until(lambda: self.setting("unlock-timeout")["value"] == "1800", 20, "the setting to count")
        self.screen.wait_for_text("Could be better")
        self.assertNotIn("Confirm: Settings", [node.name for node in self.screen.nodes()])

    def test_access_log(self):
        self.open("Access Log")
        self.screen.find("Access log", screen.Atspi.Role.LIST)
        self.screen.press("Verify", BUTTON)
        self.screen.find("PIN")
        self.desk.press("Escape")
        self.screen.wait_without("PIN")
        # Why that was refused is read whole, without a pointer, also where there is little room.
        self.screen.press("Read again", BUTTON)
        reason = wait_until(lambda: next((text for text in self.screen.texts() if text.startswith("This needs an answer")), None), 10, "why it was refused")
        self.desk.resize(560, 600, "Access Log")
        line = wait_until(lambda: self.screen.find(reason, screen.Atspi.Role.LABEL).place().height, 10, "a line")
        self.desk.resize(300, 600, "Access Log")
        wait_until(lambda: self.screen.find(reason, screen.Atspi.Role.LABEL).place().height >= 2 * line, 10, "two lines",
                   lambda: f"{self.screen.find(reason).place()}, {line} a line")
        self.picture("access-log-narrow")
        self.desk.resize(560, 600, "Access Log")
        self.screen.press("Verify", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find("Verify", BUTTON)
        wait_until(lambda: any(text.startswith("The log is complete.") for text in self.screen.texts()), 15, "a complete log",
                   lambda: f"{self.screen.texts()}")
        self.screen.wait_for_text("Look through the log", "granted")
        # It is no higher than it was: what has no room is scrolled to.
        verify, window = self.screen.find("Verify", BUTTON), self.screen.window("Access Log")
        wait_until(lambda: 0 < window.place().height <= 600 and verify.place().y < 300, 5, "a window of its size", lambda: f"{window.place()}")
        entries = json.loads(self.desk.vault("log", "--json"))["entries"]
        self.assertTrue(any("vault-desktop" in entry["program"] for entry in entries))
        self.assertEqual([], self.screen.unnamed())
        self.picture("access-log")

    def test_shortcuts(self):
        self.desk.keys("ctrl+question")
        self.addCleanup(self.close, "Shortcuts")
        self.screen.wait_for_text("New task", "Ctrl+N", "Lock the vault", "Ctrl+L", "Alt+1", "Shortcuts", "Ctrl+?")
        self.picture("shortcuts")

    def test_narrow(self):
        for page in ("Preferences", "Doctor", "Access Log", "Shortcuts", "About"):
            with self.subTest(page):
                self.open(page)
                self.screen.find(page, screen.Atspi.Role.FRAME, screen.Atspi.Role.WINDOW)
                self.desk.resize(360, 640, page)
                window = next(node for node in self.screen.nodes() if node.name == page and node.role in (
                    screen.Atspi.Role.FRAME, screen.Atspi.Role.WINDOW))
                wait_until(lambda: window.place().width <= 360, 10, "a narrow page",
                           lambda: f"{window.place().width}")
                self.picture(f"narrow-{page.replace(' ', '-').lower()}")
                self.close(page)

    def test_about(self):
        self.open("About")
        self.screen.wait_for_text("Version", "Licence", "Apache License 2.0. It comes without a warranty of any kind.", "Help")
        self.assertIn(self.desk.vault("--version").split()[-1], self.screen.texts())
        self.picture("about")

    def type_over(self, name, text):
        """Types a text in place of what stands in an entry, and applies it."""
        self.wait_enabled(name)
        self.screen.turn_to(name, screen.Atspi.Role.TEXT, title="Preferences")
        self.screen.press(name, screen.Atspi.Role.TEXT)
        self.desk.press("ctrl+a")
        self.desk.type(text)
        self.desk.press("Return")

    def choose(self, name, *keys):
        """Chooses another word of a row."""
        self.wait_enabled(name, screen.Atspi.Role.COMBO_BOX)
        self.screen.turn_to(name, screen.Atspi.Role.COMBO_BOX, title="Preferences")
        self.screen.press(name, screen.Atspi.Role.COMBO_BOX)
        self.desk.press(*keys, "Return")

    def wait_enabled(self, name, role=screen.Atspi.Role.TEXT):
        """Waits until what has that name can be used."""
        def look():
            node = self.screen.find(name, role)
            return node if node.has(screen.Atspi.StateType.SENSITIVE) else None
        return wait_until(look, 15, f"{name} to be usable")


if __name__ == "__main__":
    unittest.main()
