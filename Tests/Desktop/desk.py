"""A desk: a display that nobody sees, a session bus with the services of accessibility, a vault, and its window."""

import os
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.home import Home  # noqa: E402
from harness.services import Server  # noqa: E402
from harness.processes import Service, listener_pid, stop_process, wait_until  # noqa: E402

DISPLAY = re.compile(r"^(\d+)$", re.MULTILINE)
ADDRESS = re.compile(r"^(unix:\S+)$", re.MULTILINE)


class Desk:
    """Everything that a window needs, in a private home."""

    def __init__(self, programs, with_server=False):
        self.home = Home(programs)
        self._services, self._windows = [], []
        try:
            self._start(with_server)
        except BaseException:
            self.close()
            raise

    def _start(self, with_server):
        display = self._service("display", ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
        settings = {"DISPLAY": f":{display.wait_for_line(DISPLAY, 30).group(1)}"}
        bus = self._service(
            "bus", ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1",
                    f"--address=unix:path={self.home.path('run', 'bus')}"], **settings)
        settings["DBUS_SESSION_BUS_ADDRESS"] = bus.wait_for_line(ADDRESS, 10).group(1)
        if with_server:
            self.server = Server(self.home)
            self._services.append(self.server)
            settings["VAULT_SERVER_URL"] = self.server.url
        self.environment = self.home.environment(
            # Without a graphics card, and without what other desktops would add.
            GSK_RENDERER="cairo", GDK_BACKEND="x11", NO_AT_BRIDGE=None, VAULT_CREDENTIAL_STORE="file", **settings)
        # The library that reads windows takes the bus from this process, once.
        os.environ.update({name: settings[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")})

    def _service(self, name, arguments, **settings):
        service = Service(arguments, self.home.environment(**settings), self.home.path("logs", name))
        self._services.append(service)
        return service

    def vault(self, *words, text=""):
        """Runs a command, and hands over what it printed."""
        result = subprocess.run(
            [self.home.program("vault"), *words], input=text, text=True, env=self.environment, timeout=60, capture_output=True,
            check=False)
        if result.returncode != 0:
            raise AssertionError(f"vault {' '.join(words)}: {result.returncode}: {result.stderr}")
        return result.stdout

    def open_window(self):
        """Starts the window's program, and hands it over."""
        program = os.environ.get("VAULT_DESKTOP") or self.home.program("vault-desktop")
        service = Service([program], self.environment | {"VAULT_AGENT": self.home.program("vault-agent")}, self.home.path("logs", "window"))
        self._windows.append(service)
        return service

    def keys(self, *keys):
        """Presses keys, as xdotool names them, in the window."""
        self.focus()
        self._x("key", "--clearmodifiers", "--delay", "30", *keys)

    def focus(self):
        """Gives the keyboard to the window."""
        found = self._x("search", "--onlyvisible", "--name", "^Vault$").split()
        self._x("windowfocus", "--sync", found[0])

    def resize(self, width, height):
        """Gives the window another size."""
        found = self._x("search", "--onlyvisible", "--name", "^Vault$").split()
        self._x("windowsize", "--sync", found[0], str(width), str(height))

    def unfocus(self):
        """Takes the keyboard away from the window, as another one does that comes in front."""
        # The display's own window takes it; what lies under the pointer would have it back.
        self._x("mousemove", "--sync", "1270", "790")
        root = self._x("search", "--maxdepth", "0", "").split()[0]
        self._x("windowfocus", root)

    def kill_agent(self):
        """Ends the agent as no program can prevent."""
        pid = self.agent_pid()
        os.kill(pid, signal.SIGKILL)

    def press(self, *keys):
        """Presses keys wherever the keyboard is."""
        self._x("key", "--delay", "30", *keys)

    def type(self, text):
        """Types a text where the keyboard is."""
        self._x("type", "--clearmodifiers", "--delay", "15", text)

    def click(self, x, y):
        """Clicks a point of the display."""
        self._x("mousemove", "--sync", str(x), str(y), "click", "1")

    def picture(self, file):
        """Writes what is on the display into a file."""
        subprocess.run(
            ["import", "-window", "root", str(file)], env=self.environment, check=True, timeout=30)

    def _x(self, *words):
        return subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=True, timeout=30).stdout

    def agent_pid(self):
        """The agent's process; None where there is none."""
        return listener_pid(self.home.agent_socket)

    def close(self):
        """Ends everything, and removes it: first the windows, which would start another agent, and the agent before its bus."""
        while self._windows:
            self._windows.pop().stop()
        agent = self.agent_pid() if self.home.agent_socket.exists() else None
        if agent:
            stop_process(agent, 20)
        while self._services:
            self._services.pop().stop()
        self.home.remove()


__all__ = ["Desk", "wait_until"]
