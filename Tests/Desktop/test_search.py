"""GNOME's search, as its shell asks the agent over the session bus. The shell itself is not run."""

import json
import os
import unittest

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

INTERFACE = "org.gnome.Shell.SearchProvider2"
PIN = "correct horse"


class SearchTest(unittest.TestCase):
    """What is found are the names of ordinary open tasks, while the vault is not locked and the setting is on."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], VAULT_DESKTOP_SEARCH="on")
        cls.addClassCleanup(cls.desk.close)
        screen.begin()
        cls.bus = SessionBus(cls.desk)
        program = os.environ.get("VAULT_DESKTOP") or cls.desk.home.program("vault-desktop")
        cls.bus.install_window(f"{program} --gapplication-service")
        cls.addClassCleanup(cls.bus.close_window)
        cls.name = f"{cls.bus.window}.SearchProvider"
        cls.desk.vault("add", "Water the plants", "--notes", "with the blue can")
        cls.desk.vault("add", "Buy\x1b[7m water", "--tag", "plants")
        cls.desk.vault("add", "Water is done")
        cls.desk.vault("done", cls.tasks()["Water is done"])
        wait_until(lambda: cls.bus.is_owned(cls.name), 15, "somebody who answers the search")

    @classmethod
    def tasks(cls):
        """The ids of all tasks by name."""
        return {task["name"]: task["id"] for task in json.loads(cls.desk.vault("list", "--json", "is:any"))["tasks"]}

    def ask(self, method, arguments):
        """Asks as the shell does."""
        return self.bus.call(self.name, "/" + self.name.replace(".", "/"), INTERFACE, method, arguments)

    def found(self, *words):
        """What is found."""
        return self.ask("GetInitialResultSet", GLib.Variant("(as)", (list(words),)))[0]

    def names(self, *ids):
        """What the shell shows of results."""
        return [meta["name"] for meta in self.ask("GetResultMetas", GLib.Variant("(as)", (list(ids),)))[0]]

    def test_1_names_are_found(self):
        tasks = self.tasks()
        self.assertEqual([tasks["Water the plants"]], self.found("pla", "wat"))
        self.assertEqual(2, len(self.found("WATER")))
        self.assertEqual([], self.found("blue"), "notes are nobody's")
        self.assertEqual([], self.found("done"), "what is done is not found")
        self.assertEqual([], self.found() + self.found("") + self.found("...") + self.found(*["water"] * 17) + self.found("w" * 257))
        again = self.ask("GetSubsearchResultSet", GLib.Variant("(asas)", (self.found("wat"), ["plants"])))[0]
        self.assertEqual([tasks["Water the plants"]], again)
        self.assertEqual(["Water the plants"], self.names(tasks["Water the plants"], "nonsense", "00000000-0000-0000-0000-000000000000"))
        self.assertFalse(any("\x1b" in name for name in self.names(*self.found("water"))))

    def test_2_a_result_opens(self):
        self.ask("ActivateResult", GLib.Variant("(sasu)", (self.tasks()["Water the plants"], ["water"], 0)))
        screen.Screen(self.desk, "vault-desktop").find("Delete", screen.Atspi.Role.PUSH_BUTTON)
        self.bus.close_window()
        self.ask("LaunchSearch", GLib.Variant("(asu)", (["water"], 0)))
        # The window with its tasks, and nothing of what was looked for in it.
        shown = screen.Screen(self.desk, "vault-desktop")
        shown.find("Water the plants", screen.Atspi.Role.LABEL)

    def test_2_ten_at_most(self):
        before = self.tasks()
        for number in range(12):
            self.desk.vault("add", f"Thicket {number}")
        self.addCleanup(lambda: [self.desk.vault("delete", task) for name, task in self.tasks().items() if name.startswith("Thicket ")])
        wait_until(lambda: self.found("thicket"), 10, "some of them")
        found = self.found("thicket")
        self.assertEqual((10, 10), (len(found), len(set(found))))
        self.assertTrue(set(found) <= set(self.tasks().values()) - set(before.values()))

    def test_2_what_was_asked_is_nowhere(self):
        """Neither logged nor kept: no file of the vault has the word, nor a name that was found by another one."""
        word = "quokkasearch"
        self.assertEqual([], self.found(word))
        files = [file for kind in ("data", "config", "state", "run") for file in self.desk.home.path(kind).rglob("*") if file.is_file()]
        self.assertTrue(files)
        self.assertEqual([], [str(file) for file in files if word.encode() in file.read_bytes()])
        self.assertNotIn(word, self.desk.vault("log"))

    def test_3_wrong_calls_are_refused(self):
        path = "/" + self.name.replace(".", "/")
        for method, arguments in (
                ("GetInitialResultSet", GLib.Variant("(s)", ("water",))), ("GetResultMetas", GLib.Variant("(au)", ([1],))),
                ("ActivateResult", GLib.Variant("(s)", ("x",))), ("Unlock", GLib.Variant("()", ()))):
            self.assertTrue(self.bus.refused(self.name, path, INTERFACE, method, arguments), method)

    def test_4_nothing_while_locked(self):
        plants = self.tasks()["Water the plants"]
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=PIN + "\n")
        self.desk.vault("add", "--protected", "--label", "Water secretly", "-", text="under the flowerpot")
        self.desk.vault("unlock", "--everywhere", "--pin-stdin", text=PIN + "\n")
        self.assertEqual(2, len(self.found("water")), "what is protected is not found, not by its label either")
        secret = self.tasks()["Water secretly"] if "Water secretly" in self.tasks() else next(
            task["id"] for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"] if task.get("label") == "Water secretly")
        self.assertEqual([], self.names(secret))
        self.desk.vault("lock")
        self.assertEqual([], self.found("water"))
        self.assertEqual([], self.names(plants))

    def test_5_off(self):
        self.bus.close_window()
        self.desk.vault("agent", "stop")
        wait_until(lambda: not self.bus.is_owned(self.name), 10, "the end of the agent")
        self.desk.environment.pop("VAULT_DESKTOP_SEARCH")
        self.desk.vault("status")
        self.assertFalse(self.bus.is_owned(self.name))


if __name__ == "__main__":
    unittest.main()
