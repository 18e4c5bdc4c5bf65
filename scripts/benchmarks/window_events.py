"""The targets for what comes to the window while somebody looks at it: pushes, links, locks, and the agent's end."""

import contextlib
import json
import os
import signal
import statistics
import subprocess
import time

from gi.repository import Gio, GLib

from harness.mismatch import expect
from harness.processes import listener_pid, wait_until
from harness.services import Server

from .results import Target
from .window_scene import Scene

ROUNDS = 7
PIN, TEXT = "a pin for measuring", "under the third flowerpot, behind the blue door " * 8
EMAIL, PASSWORD = "ada@example.org", "a password for measuring"
# Where a banner drops, and where the detail is, beside the list.
BANNER, DETAIL = (340, 70, 280, 40), (560, 80, 380, 400)
# Lines of a revealed text, where nothing else ever stands.
REVEALED = (790, 175, 110, 45)
SECONDS = 15
# For so long are keys kept after something has brought the window to the front, and a moment more.
GUARDED = 0.8


def time_events(programs, window):
    """Measures everything.

    Returns: the targets.
    """
    print("What comes to the window …", flush=True)
    with contextlib.closing(EventScene(programs, window, 100)) as scene:
        figures = {}
        for _ in range(ROUNDS):
            for title, value in scene.turn().items():
                figures.setdefault(title, []).append(value)
    for title, values in figures.items():
        yield Target(f"window: {title}, against {BOUNDS[title]} ms", statistics.median(values), BOUNDS[title])


BOUNDS = {
    "a start with a link to an item, until its detail stands": 600,
    "a link, until the detail stands": 50,
    "a push, until the banner is seen": 200,
    "a lock, until the text is gone from the screen": 50,
    "the agent killed, until the text is gone": 50,
    "the agent killed, until the window has started another one": 2000,
    "the agent killed, until another program's task is seen": 2000,
}


class EventScene(Scene):
    """A window of somebody who is logged in, and has a protected task."""

    def settings(self):
        self.server = Server(self.home, "--push-rate", "100000")
        self._stack.callback(self.server.stop)
        self.server.add_account(EMAIL, PASSWORD)
        return {"VAULT_SERVER_URL": self.server.url}

    def _set_up(self, programs, count):
        super()._set_up(programs, count)
        self.vault("login", "--email", EMAIL, "--password-stdin", typed=PASSWORD + "\n")
        self.vault("pin", "set", "--pin-stdin", "--no-recovery", typed=PIN + "\n")
        self.vault("add", "--protected", "--label", "Spare key", "-", typed=TEXT)
        self.vault("lock")
        self._push("The first")
        self._push("The second")
        self.numbers = [item["number"] for item in json.loads(self.vault("inbox", "list", "--json"))["items"]]
        self._bus = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

    def turn(self):
        """Each figure once, in milliseconds."""
        figures = {}
        began = time.monotonic()
        with self.running([self.window, f"vault://inbox/{self.numbers[0]}"]):
            figures["a start with a link to an item, until its detail stands"] = (self.settle(DETAIL) - began) * 1000
            self._focus()
            figures["a link, until the detail stands"] = self._change(DETAIL, lambda: self._show(self.numbers[1]), is_last=True)
            # Keys that come right after a link were meant for another window.
            time.sleep(GUARDED)
            self.x("key", "alt+1")
            self.settle()
            figures["a push, until the banner is seen"] = self._change(BANNER, lambda: self._push("Another", waits=False))
            self.settle()
            self.x("key", "Escape")
            self._reveal()
            figures["a lock, until the text is gone from the screen"] = self._change(REVEALED, lambda: self._begin("lock"))
            self._reveal()
            figures |= self._kill()
        return figures

    def _kill(self):
        agent = listener_pid(self.home.agent_socket)
        began = time.monotonic()
        gone = self._change(REVEALED, lambda: os.kill(agent, signal.SIGKILL))
        # Nobody but the window starts one: no command runs.
        wait_until(lambda: listener_pid(self.home.agent_socket) not in (None, agent), SECONDS, "another agent")
        back = (time.monotonic() - began) * 1000
        rows = (20, 200, 460, 420)
        self._begin("add", "Seen again", "--due", "today")
        times = self.pixels.changes(rows, lambda times: bool(times) or time.monotonic() > began + SECONDS)
        expect(times, "the task in the list", "nothing")
        return {
            "the agent killed, until the text is gone": gone,
            "the agent killed, until the window has started another one": back,
            "the agent killed, until another program's task is seen": (times[0] - began) * 1000,
        }

    def _change(self, place, body, is_last=False):
        """The milliseconds from a deed until a part of the window has changed, for the first time or for the last."""
        self.settle()
        still, began = 0.3 if is_last else 0, None

        def deed():
            nonlocal began
            began = time.monotonic()
            body()

        times = self.pixels.changes(
            place, lambda times: time.monotonic() > (times[-1] + still if times else began + SECONDS), pause=0.0005, deed=deed)
        expect(times, "a change in the window", "none")
        return (times[-1] - began) * 1000

    def _reveal(self):
        """Reveals all texts, with the PIN."""
        self._focus()
        self.x("key", "alt+1")
        self.settle()
        self.x("key", "ctrl+shift+r")
        self.settle()
        self.x("type", "--delay", "15", PIN)
        self.x("key", "Return")
        self._wait_for_text()
        self._focus()
        self.settle()
        expect(self._is_revealed(), "a revealed text", "none")

    def _wait_for_text(self):
        """Waits while the agent looks at the PIN, which takes its time."""
        began = time.monotonic()
        while not self._is_revealed():
            expect(time.monotonic() < began + SECONDS, "a revealed text", "none")
            time.sleep(0.01)

    def _is_revealed(self):
        """Whether something stands where a revealed text does."""
        pixels = self.pixels.read(*REVEALED)
        return pixels != pixels[:4] * (len(pixels) // 4)

    def _focus(self):
        """Gives the keyboard to the window, as a window manager does."""
        self.x("windowfocus", "--sync", self.x("search", "--onlyvisible", "--name", "^Vault$").split()[0])

    def _show(self, number):
        """Calls the window's action, as a click on a notification does."""
        names = self._bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", None, None, 0, 5000, None).unpack()[0]
        name = next(name for name in names if name.startswith("io.github.vault.Vault.v"))
        self._bus.call_sync(
            name, "/" + name.replace(".", "/"), "org.freedesktop.Application", "ActivateAction",
            GLib.Variant("(sava{sv})", ("show", [GLib.Variant("s", f"vault://inbox/{number}")], {})), None, 0, 5000, None)

    def _push(self, title, waits=True):
        body = json.dumps({"aps": {"alert": {"title": title, "body": "All of it."}}, "kind": "notice"})
        if waits:
            self.vault("push", "send", "-", typed=body)
        else:
            self._begin("push", "send", "-", typed=body)

    def _begin(self, *words, typed=""):
        """Starts a command, and does not wait for its end."""
        process = subprocess.Popen(
            [self.home.program("vault"), *words], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write(typed.encode())
        process.stdin.close()
        self._stack.callback(process.wait, 30)
