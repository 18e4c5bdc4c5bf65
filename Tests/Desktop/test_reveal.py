"""Protected texts in the window."""

import json
import os
import signal
import subprocess
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import glyphs, memory, screen

PIN = "a pin for the window"
TEXTS = {
    "Latin": "under the third flowerpot, behind the blue door of the garden shed",
    "Cyrillic": "під третім квітковим горщиком, за синіми дверима сараю",
    "Arabic": "تحت وعاء الزهور الثالث خلف الباب الأزرق للحديقة",
    "Emoji": "👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇺🇦👩‍🚀🧑‍🔬🕵️‍♀️",
}
LONG_WORD = "مستشفياتوقصركبيربجانبالنهرالعظيموالجبلالشامخفيالبلادالبعيدةجداخلفالبحارالسبعة"
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
        cls.desk.vault("add", "--protected", "--label", "Every script", "-", text="\n".join(TEXTS.values()))
        cls.desk.vault("add", "--protected", "--label", "One word", "-", text=LONG_WORD)
        cls.desk.vault("add", "Other")
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def setUp(self):
        self.desk.vault("lock")

    def reveal(self, label):
        """Reveals a task's text, with the PIN where it is asked for."""
        self.screen.reveal(label, PIN)

    def copies(self, text):
        """How often a text is in the window's memory."""
        return memory.count(self.window.process.pid, text.encode())

    def ways(self):
        """Each way of taking a text from the screen, with what is to be read afterwards, if that is not the same each time."""
        locked, left = "Hidden: the vault was locked.", "Hidden: the window was not in front any more."
        return {
            "locked elsewhere": (lambda: self.desk.vault("lock"), locked),
            "the lock button": (lambda: self.screen.press("Lock: the vault is open", BUTTON), locked),
            "the lock key": (lambda: self.desk.keys("ctrl+l"), locked),
            "the button Hide": (lambda: self.screen.press("Hide", BUTTON), "The text is sealed."),
            "Esc": (lambda: self.desk.keys("Escape"), "The text is sealed."),
            "another task": (lambda: self.screen.press("Other"), None),
            "another tab": (lambda: self.desk.keys("alt+2"), None),
            "focus lost": (self.desk.unfocus, left),
            "minimised": (self.desk.minimise, left),
            "the agent terminated": (lambda: self.desk.end_agent(signal.SIGTERM), locked),
            "the agent killed": (lambda: self.desk.end_agent(signal.SIGKILL), locked),
        }

    def test_nothing_is_left(self):
        for way, (hide, said) in self.ways().items():
            with self.subTest(way):
                self.desk.restore()
                self.desk.keys("alt+1")
                self.desk.vault("lock")
                self.reveal("Every script")
                for script, text in TEXTS.items():
                    wait_until(lambda text=text: self.copies(text) > 0, 5, f"{script} in memory: the scan finds nothing that is there")
                hide()
                if said:
                    self.screen.wait_for_text(said)
                else:
                    wait_until(lambda: self.copies(TEXTS["Latin"]) == 0, 5, "no copy of the text")
                self.assertEqual({script: 0 for script in TEXTS}, {script: self.copies(text) for script, text in TEXTS.items()})
                self.assertEqual(0, self.copies(PIN))

    def test_no_glyphs_are_left(self):
        """What draws letters that are joined keeps the last word's glyphs, and writes over as many as the next word has."""
        pattern = glyphs.pattern(LONG_WORD, "ar")
        self.assertIsNotNone(memory.find(os.getpid(), pattern), "the scan finds nothing that is there")
        self.assertIsNone(memory.find(self.window.process.pid, pattern))
        self.reveal("One word")
        self.desk.keys("Escape")
        self.screen.wait_for_text("The text is sealed.")
        self.assertIsNone(memory.find(self.window.process.pid, pattern))

    def rows(self, place):
        """Rows of pixels of a part of the window as the display has them, those with something on them: 40 pixels of each."""
        shot = self.desk.home.path("shot.png")
        self.desk.picture(shot)
        part = f"{place.width}x{place.height}+{place.x}+{place.y}"
        raw = subprocess.run(["convert", shot, "-crop", part, "+repage", "-depth", "8", "bgra:-"], capture_output=True, timeout=30, check=True).stdout
        rows = [raw[at:at + 4 * place.width] for at in range(0, len(raw), 4 * place.width)]
        firsts = [next((at for at in range(0, len(row), 4) if row[at:at + 4] != row[:4]), None) for row in rows]
        return [row[first:first + 160] for row, first in zip(rows, firsts) if first and first + 160 <= len(row)][:12]

    def pictures(self, pid, rows):
        """How many of these rows are in a process's memory, with pixels that have a fourth byte or none."""
        return sum(memory.count(pid, row) + memory.count(pid, b"".join(row[at:at + 3] + b"\0" for at in range(0, len(row), 4))) > 0 for row in rows)

    def test_picture_is_not_left(self):
        """Without a graphics card, what is drawn goes to the X server, and nothing of it stays here."""
        self.reveal("Latin")
        self.desk.focus()
        text = self.screen.find("Protected text")
        place = screen.answer(text.place)
        rows = wait_until(lambda: self.rows(place), 10, "letters on the display")
        server = self.desk.display.server_pid
        wait_until(lambda: self.pictures(server, rows) == len(rows), 10, "the picture in the X server: the scan finds nothing that is there")
        self.desk.press("Escape")
        self.screen.wait_for_text("The text is sealed.")
        # What the server has freed may keep it until something else is written there.
        wait_until(lambda: not set(rows) & set(self.rows(place)), 10, "another picture on the display")
        self.assertEqual(0, self.pictures(self.window.process.pid, rows))

    def test_time_over(self):
        self.reveal("Every script")
        self.assertTrue(all(self.copies(text) > 0 for text in TEXTS.values()), "the scan finds nothing that is there")
        wait_until(lambda: "Hidden: the time was over." in self.screen.texts(), 75, "the time to be over")
        self.assertEqual({script: 0 for script in TEXTS}, {script: self.copies(text) for script, text in TEXTS.items()})
        self.assertEqual(0, self.copies(PIN))

    def test_letters_of_a_pin_are_not_told(self):
        log = self.desk.listen()
        self.desk.keys("ctrl+n")
        self.desk.type("heard")
        wait_until(lambda: log.read_text().count("text-changed:insert") >= 5, 10, "the letters of an ordinary entry", log.read_text)
        self.desk.press("BackSpace")
        wait_until(lambda: "text-changed:delete" in log.read_text(), 10, "a letter that is deleted from an ordinary entry", log.read_text)
        self.desk.press("ctrl+a", "BackSpace")
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        before = log.read_text()
        self.desk.type("wrung")
        self.desk.press("BackSpace", "Home", "Delete", "ctrl+a", "BackSpace")
        self.desk.type(PIN)
        # Nor to who asks for each by its place.
        entry = self.screen.find("PIN", screen.Atspi.Role.PASSWORD_TEXT)
        wait_until(lambda: entry.letters() == "*" * len(PIN), 10, "as many asterisks", lambda: entry.letters())
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.focus()
        self.assertNotIn("text-changed", log.read_text()[len(before):])

    def test_nobody_looks_into_the_window(self):
        self.desk.keys("ctrl+shift+d", "ctrl+shift+i")
        self.assertEqual([], [name for name in self.desk.windows() if "nspector" in name or name == "vault-desktop"])

    def test_reveal_all(self):
        self.desk.keys("ctrl+shift+r")
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide All", BUTTON)
        self.screen.wait_for_text(f"Protected texts: {len(TEXTS) + 2}", "Hide All", *TEXTS)
        for text in TEXTS.values():
            self.assertGreater(memory.count(self.window.process.pid, text.encode()), 0)
        self.desk.vault("lock")
        self.screen.wait_without("Hide All")
        for text in TEXTS.values():
            self.assertEqual(0, memory.count(self.window.process.pid, text.encode()))

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
        self.screen.press("Lock: the vault is open", BUTTON)
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.screen.find("Unlock the vault", BUTTON)
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

    def test_menu_of_the_window_hides_nothing(self):
        self.reveal("Latin")
        self.desk.focus()
        self.desk.press("F10")
        self.screen.find("Preferences", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_without("Preferences")
        self.desk.focus()
        self.assertFalse(any(text.startswith("Hidden:") for text in self.screen.texts()), self.screen.texts())
        self.screen.find("Hide", BUTTON)

    def test_a_menu_that_is_opened_again_and_again_does_not_keep_it(self):
        self.reveal("Latin")
        self.desk.focus()
        deadline = time.monotonic() + 40
        # Each time for less than what ends it at once.
        while self.screen.has("Hide", BUTTON) and time.monotonic() < deadline:
            self.desk.press("F10")
            began = time.monotonic()
            wait_until(lambda began=began: self.screen.has("Preferences", BUTTON) and time.monotonic() - began > 1.5, 15, "the menu for a while")
            self.desk.press("Escape")
            self.screen.wait_without("Preferences")
        self.assertFalse(self.screen.has("Hide", BUTTON), "it is still there after 40 s, long before its minute is over")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))
        # Another time is counted from its beginning; the vault is still open.
        self.screen.press("Reveal", BUTTON)
        self.screen.find("Hide", BUTTON)
        self.desk.focus()
        self.desk.press("F10")
        self.screen.find("Preferences", BUTTON)
        self.desk.press("Escape")
        self.screen.wait_without("Preferences")
        self.screen.find("Hide", BUTTON)

    def test_revealed_elsewhere_hides(self):
        self.desk.focus()
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.desk.unfocus()
        self.screen.wait_for_text("Hidden: the window was not in front any more.")

    def test_mark_of_a_row_reveals(self):
        self.desk.focus()
        self.screen.press("Other")
        self.screen.press("Reveal: Cyrillic", BUTTON)
        self.screen.find("PIN")
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)
        self.assertEqual(2, sum(text == "Cyrillic" for text in self.screen.texts()), "in the list, and as what is shown beside it")
        self.assertFalse(self.screen.has("Reveal: Other", BUTTON))

    def test_another_window_hides_nothing_where_the_owner_has_confirmed_that(self):
        config = self.desk.home.path("config", "config.json")
        self.assertFalse(config.exists())
        self.addCleanup(self.desk.vault, "agent", "stop")
        self.addCleanup(config.unlink)
        config.write_text('{"hide-when-left": "off"}', encoding="utf-8")
        self.desk.vault("agent", "stop")
        # What anybody may have written into the file is no word of the owner's.
        self.desk.restore()
        self.reveal("Latin")
        self.desk.unfocus()
        self.screen.wait_for_text("Hidden: the window was not in front any more.")
        self.desk.vault("settings", "confirm", "--pin-stdin", text=f"{PIN}\n")
        self.reveal("Latin")
        self.desk.unfocus()
        began = time.monotonic()
        wait_until(lambda: time.monotonic() - began > 3, 5, "a while")
        self.screen.find("Hide", BUTTON)
        self.desk.minimise()
        self.screen.wait_for_text("Hidden: the window was not in front any more.")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))
        self.desk.restore()

    def test_agents_end_hides(self):
        self.reveal("Latin")
        self.desk.kill_agent()
        self.screen.wait_for_text("Hidden: the vault was locked.")
        self.assertEqual(0, memory.count(self.window.process.pid, TEXTS["Latin"].encode()))
        # The window has another agent by itself.
        wait_until(lambda: self.desk.agent_pid() is not None, 10, "another agent")

    def test_wrong_pin_is_said_in_the_question(self):
        self.desk.focus()
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.wait_for_text("PIN", "It opens what is protected.")
        wrong = "a pin that was never set here"
        self.desk.type(wrong)
        self.desk.press("Return")
        # The next question has it, and the keyboard.
        self.screen.wait_for_text("That PIN or recovery code is wrong.", "It opens what is protected.")
        self.assertNotIn("Please note", self.screen.texts())
        self.assertEqual(0, memory.count(self.window.process.pid, wrong.encode()))
        self.desk.type(PIN)
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide", BUTTON)
        self.desk.focus()

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
        self.screen.find("It opens what is protected.")
        self.desk.vault("lock")
        # Nothing was typed, so that there is nothing to keep from elsewhere.
        self.screen.wait_without("It opens what is protected.")
        self.assertFalse(self.screen.has(screen.OVER))
        self.desk.look()

    def told(self):
        """All that assistive technology has of all windows."""
        return [text for node in self.screen.nodes() for text in node.everything_said()]

    def assert_nothing_told(self, *secrets):
        """Whether none of these is told, nor a word of them."""
        told = self.told()
        self.assertTrue(told, "the reader finds nothing that is there")
        for secret in secrets:
            self.assertEqual([], [text for text in told if secret in text])

    def test_nothing_for_assistive_technology(self):
        self.reveal("Latin")
        self.screen.find("Protected text")
        self.assert_nothing_told("flowerpot", PIN)

    def test_a_pin_that_is_typed_is_not_told(self):
        """GTK 4.8 would tell every program on the bus of accessibility what stands in an entry that hides it, if it is asked for so many letters as there are."""
        self.screen.press("Latin")
        self.screen.press("Reveal", BUTTON)
        self.screen.find("PIN")
        self.addCleanup(self.screen.wait_without, "It opens what is protected.")
        self.addCleanup(self.desk.press, "Escape")
        self.desk.type(PIN)
        wait_until(lambda: self.copies(PIN) > 0, 5, "the PIN in memory: the scan finds nothing that is there")
        self.assert_nothing_told(PIN, PIN[:5])

    def test_nothing_of_all_texts_for_assistive_technology(self):
        self.desk.keys("ctrl+shift+r")
        self.screen.find("PIN")
        self.desk.type(PIN)
        wait_until(lambda: self.copies(PIN) > 0, 5, "the PIN in memory: the scan finds nothing that is there")
        # While it is typed.
        self.assert_nothing_told(PIN, PIN[:5])
        self.desk.press("Return")
        self.screen.find_after_dialog("Hide All", BUTTON)
        self.screen.wait_for_text(f"Protected texts: {len(TEXTS) + 2}")
        self.assert_nothing_told("flowerpot", *TEXTS.values(), LONG_WORD, PIN)
        self.desk.press("Escape")
        self.screen.wait_without("Hide All")


if __name__ == "__main__":
    unittest.main()
