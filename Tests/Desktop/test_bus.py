"""What any program on the session bus can have the window do: show something, and nothing else."""

import json
import time
import unittest

from gi.repository import GLib

from Tests.Desktop.desk import wait_until
from Tests.Desktop.guided import GuidedTest
from Tests.Desktop import screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON
# All that any program can call. Each of them shows something, and does nothing else.
EXPORTED = {"show": ("s", []), "show-tasks": ("", []), "show-inbox": ("", [])}
# What GTK and GLib have for every application, on its object and on its window's.
INTERFACES = {"org.freedesktop.Application", "org.gtk.Actions", "org.gtk.Application", "org.gtk.Menus"}
EVERY_OBJECT = {"org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties"}


class BusTest(GuidedTest):
    """A program that lists everything, and calls everything with what nobody expects."""


    PIN = "correct horse"
    TEXT = "the spare key is under the flowerpot"

    def test_exported_actions(self):
        self.activate("show-tasks")
        self.see().find("Tasks")
        objects = self.bus.objects()
        offered = {path: set(names) - EVERY_OBJECT for path, names in objects.items() if set(names) - EVERY_OBJECT}
        windows = [path for path in offered if "/window/" in path]
        self.assertEqual({self.bus.path, *windows}, {path for path in offered if not path.startswith("/org/a11y")}, offered)
        self.assertEqual(1, len(windows), offered)
        for path in (self.bus.path, *windows):
            self.assertLessEqual(offered[path], INTERFACES)
        self.assertEqual(EXPORTED, self.bus.actions(self.bus.path))
        self.assertEqual({}, self.bus.actions(windows[0]))
        for path in (self.bus.path, *windows):
            listed = self.bus.call(self.bus.window, path, "org.gtk.Actions", "List")[0]
            self.assertEqual(sorted(EXPORTED) if path == self.bus.path else [], sorted(listed))

    def test_exchanged_under_the_pointer(self):
        first, second = self.push("What I want"), self.push("What somebody wants")
        self.activate("show", GLib.Variant("s", f"vault://inbox/{first}"))
        seen = self.see()
        place = seen.find("Accept", BUTTON).place()
        wait_until(lambda: self.items()["What I want"]["state"] == "pending", 10, "the first item")
        self.activate("show", GLib.Variant("s", f"vault://inbox/{second}"))
        # The person's finger is on its way already.
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
        self.desk.press("space", "Return")
        wait_until(lambda: self.items()["What somebody wants"]["state"] == "pending", 10, "the second item", lambda: f"{self.items()}")
        # Whoever has had the time to look is obeyed.
        time.sleep(0.8)
        self.assertEqual("pending", self.items()["What somebody wants"]["state"])
        self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
        wait_until(lambda: self.items()["What somebody wants"]["state"] == "accepted", 10, "the second item to be accepted")
        self.assertEqual("pending", self.items()["What I want"]["state"])

    def test_exchanged_under_a_pointer_that_rests(self):
        """GTK looks for what is under the pointer when that moves, and it does not."""
        first, second, third = (self.push(f"Resting {number}") for number in range(3))
        self.activate("show", GLib.Variant("s", f"vault://inbox/{first}"))
        place = self.see().find("Accept", BUTTON).place()
        self.desk.move(place.x + place.width // 2, place.y + place.height // 2)
        wait_until(lambda: self.items()["Resting 0"]["state"] == "pending", 10, "the first item")
        time.sleep(0.8)
        self.activate("show", GLib.Variant("s", f"vault://inbox/{second}"))
        wait_until(lambda: self.items()["Resting 1"]["state"] == "pending", 10, "the second item")
        self.desk.click_here()
        time.sleep(0.8)
        # Pressed before, and let go of behind it.
        self.desk.button("down")
        self.activate("show", GLib.Variant("s", f"vault://inbox/{third}"))
        wait_until(lambda: self.items()["Resting 2"]["state"] == "pending", 10, "the third item")
        time.sleep(0.8)
        self.desk.button("up")
        time.sleep(0.5)
        self.assertEqual({"pending"}, {self.items()[f"Resting {number}"]["state"] for number in range(3)})
        self.desk.click_here()
        wait_until(lambda: self.items()["Resting 2"]["state"] == "accepted", 10, "the third item to be accepted by whoever has seen it")

    def test_exchanged_before_keys(self):
        """With the arrows GTK goes to what can be pressed, wherever the keyboard is."""
        tried = [["Left", "Left", "Left", "Return"], ["Up", "Left", "Left", "Return"], ["Left", "Left", "Return"], ["Up", "Left", "Return"]]
        titles = [f"For keys {number}" for number in range(len(tried))]
        numbers = [self.push(title) for title in titles]
        self.activate("show-tasks")
        self.see().find("Tasks")
        for number, title, keys in zip(numbers, titles, tried):
            self.desk.focus()
            time.sleep(0.8)
            self.activate("show", GLib.Variant("s", f"vault://inbox/{number}"))
            # Keys that were on their way to nothing would prove nothing.
            time.sleep(0.05)
            self.desk.press(*keys)
            time.sleep(0.8)
            self.assertEqual("pending", self.items()[title]["state"], keys)

    def test_brought_to_the_front(self):
        """Under a click that was meant for another window."""
        number = self.push("Behind")
        self.activate("show", GLib.Variant("s", f"vault://inbox/{number}"))
        place = self.see().find("Accept", BUTTON).place()
        application = "org.freedesktop.Application"
        for call in (("Activate", GLib.Variant("(a{sv})", ({},))), ("Open", GLib.Variant("(asa{sv})", (["vault://nowhere"], {})))):
            self.desk.move(1, 1)
            self.desk.unfocus()
            time.sleep(0.8)
            self.bus.call(self.bus.window, self.bus.path, application, *call)
            self.desk.focus()
            self.desk.click(place.x + place.width // 2, place.y + place.height // 2)
            self.desk.press("Return", "space")
            time.sleep(0.8)
            self.assertEqual("pending", self.items()["Behind"]["state"], call[0])
        self.desk.click_here()
        wait_until(lambda: self.items()["Behind"]["state"] == "accepted", 10, "the item to be accepted by whoever has seen it")

    def test_question_brought_to_the_front(self):
        """One that was left open, with a key that was meant for another window."""
        number = self.push("In question")
        self.activate("show", GLib.Variant("s", f"vault://inbox/{number}"))
        seen = self.see()
        seen.find("Accept", BUTTON)
        time.sleep(0.8)
        seen.act("Delete…", BUTTON)
        seen.find("Delete", BUTTON)
        # Its own focus is on Cancel.
        self.desk.wait_for_window("Delete")
        self.desk.press("Tab")
        self.desk.unfocus()
        time.sleep(0.8)
        self.bus.call(
            self.bus.window, self.bus.path, "org.freedesktop.Application", "Activate", GLib.Variant("(a{sv})", ({},)))
        self.desk.wait_for_window("Delete")
        self.desk.press("Return")
        time.sleep(0.8)
        self.assertIn("In question", self.items())
        self.desk.press("Return")
        wait_until(lambda: "In question" not in self.items(), 10, "the item to be deleted by whoever has seen the question")

    def test_keys_of_the_window(self):
        """Those that do something wherever the keyboard is."""
        task = self.task("As it was")
        self.activate("show-tasks")
        seen = self.see()
        seen.find("Tasks")
        for keys, typed in ((["ctrl+e"], "x"), (["ctrl+q"], ""), (["ctrl+w"], "")):
            self.desk.focus()
            time.sleep(0.8)
            self.activate("show", GLib.Variant("s", f"vault://task/{task}"))
            time.sleep(0.05)
            self.desk.press(*keys, *typed, *(["Return"] if typed else []))
            time.sleep(0.8)
            self.assertEqual(["Vault"], [title for title in self.desk.windows() if title], keys)
        self.assertIn("As it was", self.desk.vault("list"))
        self.desk.press("ctrl+e")
        self.desk.wait_for_window("Edit")
        self.desk.press("Escape")

    def is_refused(self, link):
        """Whether the window takes no link for now, since there were too many."""
        try:
            self.activate("show", GLib.Variant("s", link))
            return False
        except GLib.Error as error:
            self.assertIn("That is too much at once.", error.message)
            return True

    def test_flood(self):
        number = self.push("Among many")
        self.activate("show-tasks")
        seen = self.see()
        refused = [self.is_refused(f"vault://inbox/{number if turn % 2 else turn + 1000}") for turn in range(2000)]
        self.assertFalse(refused[0])
        wait_until(lambda: not self.is_refused(f"vault://inbox/{number}"), 10, "the link to be taken again")
        began = time.monotonic()
        seen.find("Accept", BUTTON)
        self.desk.vault("add", "In time")
        self.desk.keys("alt+1")
        seen.wait_for_text("In time")
        self.assertLess(time.monotonic() - began, 15)

    def test_hostile_calls(self):
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=self.PIN + "\n")
        self.desk.vault("add", "--protected", "--label", "Spare key", "-", text=self.TEXT)
        number = self.push("Pay the bill")
        tasks = {task["name"]: task for task in json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]}
        self.activate("show-tasks")
        seen = self.see()
        seen.wait_for_text("Spare key")
        before = self.desk.vault("list", "--json", "is:any")
        for call in self.hostile(number, tasks):
            self.swallow(*call)
        self.assertEqual(["Pay the bill"], [title for title, item in self.items().items() if title == "Pay the bill" and item["state"] in ("unread", "pending")])
        self.assertEqual(before, self.desk.vault("list", "--json", "is:any"), "no task has changed")
        self.assertIn("locked", self.desk.vault("status"))
        # It lives, obeys, and shows what is protected by its label alone.
        spare = next(task["id"] for task in tasks.values() if task.get("label") == "Spare key" or task["name"] == "Spare key")
        self.activate("show", GLib.Variant("s", f"vault://task/{spare}"))
        seen.find("Reveal", BUTTON)
        self.assertFalse(any(self.TEXT in text for node in seen.nodes() for text in node.everything_said()))

    def swallow(self, interface, method, arguments):
        """Calls something; an error is as good an answer as any, silence is none."""
        for path in (self.bus.path, f"{self.bus.path}/window/1"):
            try:
                self.bus.call(self.bus.window, path, interface, method, arguments)
            except GLib.Error as error:
                self.assertNotIn("NoReply", error.message)
                self.assertNotIn("Timeout", error.message)

    def hostile(self, number, tasks):
        """Calls of every method with wrong types, huge numbers, and names that are no exported actions."""
        values = [
            GLib.Variant("s", ""), GLib.Variant("s", "x" * 1_000_000), GLib.Variant("s", "vault://inbox/" + "9" * 300), GLib.Variant("i", -1),
            GLib.Variant("x", 2**63 - 1), GLib.Variant("t", 2**64 - 1), GLib.Variant("as", ["vault://tasks"] * 1000), GLib.Variant("b", True),
            GLib.Variant("d", float("nan")), GLib.Variant("(ss)", ("a", "b")), GLib.Variant("v", GLib.Variant("s", "vault://tasks")),
            GLib.Variant("s", f"vault://inbox/{number}/00000000-0000-0000-0000-000000000000"), GLib.Variant("s", "vault://inbox/9223372036854775807"),
            GLib.Variant("s", "<b>vault</b>://&\u202e"),
        ]
        actions = [
            *EXPORTED, "quit", "close", "lock", "unlock", "accept", "delete", "done", "app.quit", "win.close", "window.close", "clipboard.copy",
            "list.select-all", "", "show-help-overlay"]
        for action in actions:
            for parameters in ([], *([value] for value in values), [GLib.Variant("s", "vault://tasks")] * 3):
                yield "org.freedesktop.Application", "ActivateAction", GLib.Variant("(sava{sv})", (action, parameters, {}))
                yield "org.gtk.Actions", "Activate", GLib.Variant("(sava{sv})", (action, parameters, {}))
            for value in values:
                yield "org.gtk.Actions", "SetState", GLib.Variant("(sva{sv})", (action, value, {}))
            yield "org.gtk.Actions", "Describe", GLib.Variant("(s)", (action,))
        platform = {"activation-token": GLib.Variant("s", "x" * 100_000), "desktop-startup-id": GLib.Variant("u", 7)}
        yield "org.freedesktop.Application", "Activate", GLib.Variant("(a{sv})", (platform,))
        addresses = [f"vault://task/{task['id']}/done" for task in tasks.values()] + ["vault://inbox/1?accept", "file:///etc/shadow", "\u0001", "x" * 100_000, ""]
        for address in addresses:
            yield "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", ([address], platform))
        yield "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", ([], {}))
        yield "org.freedesktop.Application", "Open", GLib.Variant("(asa{sv})", (["vault://tasks"] * 10_000, {}))
        yield "org.gtk.Application", "Open", GLib.Variant("(assa{sv})", (["vault://inbox/1"], "hint" * 1000, {}))
        yield "org.gtk.Application", "CommandLine", GLib.Variant("(oaaya{sv})", ("/", [b"vault-desktop", b"--help"], {}))
        yield "org.gtk.Menus", "Start", GLib.Variant("(au)", ([0, 1, 2**32 - 1],))
        yield "org.freedesktop.DBus.Properties", "Set", GLib.Variant("(ssv)", ("org.gtk.Application", "Busy", GLib.Variant("b", True)))


if __name__ == "__main__":
    unittest.main()
