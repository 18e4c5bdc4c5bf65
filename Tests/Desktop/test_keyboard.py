"""The window by keyboard alone."""

import os
import unittest

from gi.repository import GLib

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen
from harness.mismatch import Mismatch

ROLE, STATE = screen.Atspi.Role, screen.Atspi.StateType
PAGES = ("Tasks", "Inbox", "Picture", "Messages", "Channels")
# More stops than any page has.
STOPS = 60
# What has the keyboard for want of a stop.
WINDOWS = (ROLE.FRAME, ROLE.WINDOW, ROLE.DIALOG)
# An entry in a row of a form, of which there is never another one right behind it.
ENTRY = ("entry row", "its title", ())


class KeyboardTest(unittest.TestCase):
    """A window with a server, an item and tasks."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in("ada@example.org", "correct horse battery")
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for the window\n")
        cls.desk.vault("add", "Write the talk", "--due", "friday 18:00", "--subtask", "Outline", "--notes", "See https://example.org/talk.")
        cls.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot")
        cls.desk.vault("push", "send", "-", text='{"aps": {"alert": {"title": "Backup is done", "body": "All of it."}}, "kind": "notice"}')
        screen.begin()
        cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.wait_for_text("Write the talk", "Spare key")

    window = "Vault"

    def focused(self):
        """What has the keyboard in the window that is walked through: role, name and way; nothing for the window itself."""
        found = []
        for window in screen.application("vault-desktop").children:
            if window.name == self.window:
                self.collect(window, (), found)
        return found

    def collect(self, node, way, found):
        """Adds what has the keyboard of a widget and all that is in it; the way to it tells it from others."""
        if node.has(STATE.FOCUSED) and node.role not in WINDOWS:
            found.append((node.role.value_nick, node.name, way))
        for child in node.children:
            self.collect(child, (*way, child.index), found)

    def next_stop(self, key, former):
        """Presses a key, and hands over the stop that it leads to."""
        self.desk.press(key)

        def look():
            try:
                found = self.focused()
            except GLib.Error:
                # Something went while it was being read.
                return None
            # GTK 4.8 tells of no entry in a row of a form that it has the keyboard.
            stop = found[-1] if found else ENTRY
            return stop if stop != former else None
        if former and former[0] == "label":
            # Its links are stops of their own, which GTK 4.8 does not tell apart.
            for _ in range(3):
                try:
                    return wait_until(look, 1, "another stop than a link of the same text")
                except Mismatch:
                    self.desk.press(key)
        return wait_until(look, 5, f"another stop than {former} by {key}", lambda: f"{self.focused()}")

    def walk(self, key, page):
        """Goes from stop to stop until it is back at the first one, and hands over all of them."""
        first = self.next_stop(key, None)
        # Where it began has to be told from all others.
        stops, nameless = [first if first != ENTRY else self.next_stop(key, first)], []
        while len(stops) < STOPS:
            stop = self.next_stop(key, stops[-1])
            if not stop[1] or stop[1].startswith(("Gtk", "Adw")):
                nameless.append((stop, stops[-1]))
            if stop == stops[0]:
                self.assertEqual([], nameless, f"{page}: stops without a name, each with the one before")
                return stops
            self.assertTrue(stop == ENTRY or stop not in stops, f"{page}: {stop} traps the keyboard: {stops}")
            stops.append(stop)
        self.fail(f"{page} never comes back to {stops[0]}: {stops}")

    def walk_both_ways(self, page, *needed):
        """Goes around forwards and backwards: both meet the same stops, but for rows of a list, which GTK passes over on the way to what is in them."""
        there = self.walk("Tab", page)
        back = self.walk("shift+Tab", page)
        other = {stop[:2] for stop in there} ^ {stop[:2] for stop in back}
        self.assertEqual(set(), {stop for stop in other if stop[0] != "list-item"}, page)
        names = [stop[1] for stop in there]
        for name in needed:
            self.assertTrue(any(name in found for found in names), f"{page}: no way to {name}: {names}")

    def test_all_pages(self):
        for number, page in enumerate(PAGES, 1):
            with self.subTest(page):
                self.desk.keys(f"alt+{number}")
                self.walk_both_ways(page, "Main menu", page)

    def test_a_task(self):
        self.desk.keys("alt+1")
        self.screen.press("Write the talk", ROLE.LABEL, ROLE.STATIC)
        self.screen.wait_for_text("Outline")
        self.walk_both_ways("a task", "New task", "Filter", "Sort", "Select several", "Outline", "More: Outline", "New subtask", "Remind me", "Done", "Edit…", "Protect…", "Propose to…", "Delete")

    def test_a_protected_task(self):
        self.desk.keys("alt+1")
        self.screen.press("Spare key", ROLE.LABEL, ROLE.STATIC)
        self.screen.find("Reveal", ROLE.PUSH_BUTTON)
        self.walk_both_ways("a protected task", "Reveal", "Copy", "Add Subtask…", "Ask at every reveal", "Edit Details…", "Unprotect…", "Delete")

    def test_sub_windows(self):
        for name in ("Profile", "Preferences", "Access Log", "Doctor", "About"):
            with self.subTest(name):
                self.desk.keys("F10")
                self.screen.find(name, ROLE.PUSH_BUTTON)
                self.screen.act(name, ROLE.PUSH_BUTTON)
                self.desk.wait_for_window(name)
                self.window = name
                if name == "Doctor":
                    # What comes while somebody walks has no place in the walk.
                    self.screen.wait_for_text("As it should be")
                try:
                    self.walk("Tab", name)
                finally:
                    self.close(name)

    def test_preferences_by_key(self):
        self.desk.keys("ctrl+comma")
        self.desk.wait_for_window("Preferences")
        self.close("Preferences")

    def close(self, name):
        """Closes a window above the first one."""
        self.desk.leave_window(name)
        self.window = "Vault"
        self.desk.focus()

    def test_the_ring_goes_along_with_the_page(self):
        self.desk.keys("alt+1")
        # From the entry backwards to the switcher.
        self.desk.keys("ctrl+n")
        stop = None
        for _ in range(STOPS):
            stop = self.next_stop("shift+Tab", stop)
            if stop[1] == "Tasks":
                break
        self.assertEqual("Tasks", stop[1])
        self.desk.press("alt+2")
        wait_until(lambda: [found[1] for found in self.focused()] == ["Inbox"], 5, "the keyboard at the page that is seen", lambda: f"{self.focused()}")


if __name__ == "__main__":
    unittest.main()
