"""What tests of the window need that is led from outside."""

import json
import os
import pathlib
import tempfile
import unittest

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"


class GuidedTest(unittest.TestCase):
    """A desk on which the bus starts the window, with a server that pushes."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="vault-terminal-")
        cls.addClassCleanup(place.cleanup)
        cls.terminal = pathlib.Path(place.name) / "terminal"
        # What it was to run is all that is asked of it.
        cls.terminal.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >"$0.part"\nmv "$0.part" "$0.ran"\n', encoding="utf-8")
        cls.terminal.chmod(0o700)
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True, TERMINAL=str(cls.terminal))
        cls.addClassCleanup(cls.desk.close)
        cls.desk.server.add_account(EMAIL, PASSWORD)
        screen.begin()
        cls.bus = SessionBus(cls.desk)
        cls.program = f'{os.environ.get("VAULT_DESKTOP") or cls.desk.home.program("vault-desktop")} --gapplication-service'
        cls.bus.install_window(cls.program)
        board = cls.bus.show_notifications()
        cls.addClassCleanup(board.stop)
        cls.addClassCleanup(cls.bus.close_window)
        cls.desk.vault("login", "--email", EMAIL, "--password-stdin", text=PASSWORD + "\n")

    def setUp(self):
        self.bus.close_window()

    def see(self):
        """The window, once it is there."""
        return screen.Screen(self.desk, "vault-desktop")

    def push(self, title, kind="task"):
        """Pushes something, and hands over its number once it is here."""
        self.desk.vault("push", "send", "-", text=json.dumps({"aps": {"alert": {"title": title, "body": "All of it."}}, "kind": kind}))
        return wait_until(lambda: self.items().get(title), 20, f"{title} in the inbox")["number"]

    def items(self):
        """The items of the inbox by title."""
        return {item["title"]: item for item in json.loads(self.desk.vault("inbox", "list", "--json"))["items"]}

    def opened_terminal(self):
        """What a terminal was opened for, once one was."""
        ran = self.terminal.with_name("terminal.ran")
        wait_until(ran.exists, 20, "a terminal")
        words = ran.read_text(encoding="utf-8")
        ran.unlink()
        return words

    def task(self, name):
        """Adds a task, and hands over its id."""
        self.desk.vault("add", name)
        tasks = json.loads(self.desk.vault("list", "--json", "is:any"))["tasks"]
        return next(task["id"] for task in tasks if task["name"] == name)

    def activate(self, action, *parameters):
        """Calls an action as any program can."""
        self.bus.call(
            self.bus.window, self.bus.path, "org.freedesktop.Application", "ActivateAction",
            GLib.Variant("(sava{sv})", (action, list(parameters), {})))
