"""A desk: a display that nobody sees, a session bus with the services of accessibility, a vault, and its window."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.display import Display  # noqa: E402
from harness.home import Home  # noqa: E402
from harness.services import Server, start_keyring  # noqa: E402
from harness.processes import Service, listener_pid, stop_process, wait_until  # noqa: E402

# Longer than a window that has opened takes no clicks (ClickGuard).
FIRST_LOOK = 0.8


class Desk:
    """Everything that a window needs, in a private home."""

    def __init__(self, programs, with_server=False, display=Display, **settings):
        self.home = Home(programs)
        self._settings = settings
        self._services, self._windows, self._window, self._seen_first = [], [], None, None
        try:
            self._start(with_server, display)
        except BaseException:
            self.close()
            raise

    def _start(self, with_server, display):
        self.display = display = display(self.home, **self._settings)
        self._services.append(display)
        settings = dict(display.settings)
        if with_server:
            self.server = Server(self.home)
            self._services.append(self.server)
            settings["VAULT_SERVER_URL"] = self.server.url
        self.environment = self.home.environment(
            # Without a graphics card, and without what other desktops would add.
            **{"VAULT_CREDENTIAL_STORE": "file"} | settings, GSK_RENDERER="cairo", GDK_BACKEND="x11", NO_AT_BRIDGE=None)
        # The library that reads windows takes the bus from this process, once.
        os.environ.update({name: settings[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")})

    def log_in(self, email, password):
        """Makes an account at the server, and logs in there."""
        self.server.add_account(email, password)
        self.vault("login", "--email", email, "--password-stdin", text=f"{password}\n")

    def vault(self, *words, text=""):
        """Runs a command, and hands over what it printed."""
        result = subprocess.run(
            [self.home.program("vault"), *words], input=text, text=True, env=self.environment, timeout=60, capture_output=True,
            check=False)
        if result.returncode != 0:
            raise AssertionError(f"vault {' '.join(words)}: {result.returncode}: {result.stderr}")
        return result.stdout

    def open_window(self, *words, **settings):
        """Starts the window's program, with words and more variables if some are given, and hands it over."""
        program = os.environ.get("VAULT_DESKTOP") or self.home.program("vault-desktop")
        environment = self.environment | {"VAULT_AGENT": self.home.program("vault-agent")} | settings
        service = Service([program, *words], environment, self.home.path("logs", "window"))
        self._windows.append(service)
        return service

    def close_window(self):
        """Ends the window's program."""
        self._windows.pop().stop()

    def start(self, name, program):
        """Has a program run at the desk until it is closed."""
        service = Service(program, self.environment, self.home.path("logs", name))
        self._services.append(service)
        return service

    def start_keyring(self):
        """Starts gnome-keyring on the desk's bus, and hands it over."""
        service = start_keyring(self.home, self.environment)
        self._services.append(service)
        return service

    def listen(self):
        """Has a program listen to the bus of accessibility, and hands over the file with what it hears."""
        log = self.home.path("logs", "listener")
        program = ["/usr/bin/python3", "-B", str(pathlib.Path(__file__).with_name("listener.py"))]
        service = self.start("listener", program)
        service.wait_for_line(re.compile("^listening$", re.MULTILINE), 20)
        return log

    def keys(self, *keys):
        """Presses keys, as xdotool names them, in the window."""
        self.focus()
        self._x("key", "--clearmodifiers", "--delay", "30", *keys)

    def focus(self, title="Vault"):
        """Gives the keyboard to a window, as a window manager does when a dialog ends."""
        self._x("windowfocus", "--sync", self._find(f"^{title}$"))

    def activate(self, title):
        """Has the window manager, where there is one, bring a window to the front."""
        self._x("windowactivate", "--sync", self._find(f"^{title}$"))

    def wait_for_window(self, title):
        """Waits until a window is there whose title begins so, and gives it the keyboard."""
        self._x("windowfocus", "--sync", self._find(f"^{title}"))

    def has_window(self, title):
        """Whether a window with that title is on the display."""
        return bool(self._seen(f"^{title}$"))

    def leave_window(self, title):
        """Closes a window above the first one with Escape."""
        def is_gone():
            seen = self._seen(f"^{title}$")
            if seen:
                # It may have gone by the time it is to have the keyboard.
                subprocess.run(["xdotool", "windowfocus", seen[0], "key", "Escape"], env=self.environment, capture_output=True, timeout=30, check=False)
            return not seen
        wait_until(is_gone, 15, f"{title} closed")

    def _find(self, title):
        """The first window that is seen with a title like that, once there is one."""
        def state():
            return "\n".join(f"{window.process.poll()}: {window.log_text()[-1000:]}" for window in self._windows)
        return wait_until(lambda: self._seen(title), 15, f"a window {title}", state)[0]

    def _seen(self, title):
        # Its status is 1 where it finds none.
        words = ["xdotool", "search", "--onlyvisible", "--name", title]
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=30, check=False).stdout.split()

    def resize(self, width, height, title="Vault"):
        """Gives the window another size, or another one of its program."""
        self._x("windowsize", "--sync", self._find(f"^{title}$"), str(width), str(height))

    def windows(self):
        """The titles of the windows that are seen."""
        return [self._x("getwindowname", window).strip() for window in self._seen(".")]

    def unfocus(self):
        """Takes the keyboard away from the window, as another one does that comes in front."""
        # The display's own window takes it; what lies under the pointer would have it back.
        self._x("mousemove", "1270", "790")
        root = self._x("search", "--maxdepth", "0", "").split()[0]
        self._x("windowfocus", root)

    def minimise(self, title="Vault"):
        """Takes the window from the screen, as a window manager does that makes it an icon."""
        self._window = self._find(f"^{title}$")
        self._x("windowunmap", "--sync", self._window)

    def restore(self):
        """Brings the window back that was made an icon."""
        if self._window:
            self._x("windowmap", "--sync", self._window)
        self._window = None

    def end_agent(self, number):
        """Sends the agent a signal."""
        os.kill(self.agent_pid(), number)

    def restart_server(self, port):
        """Starts the server again that was stopped."""
        self.server = Server(self.home, port=int(port))
        self._services.append(self.server)

    def kill_agent(self):
        """Ends the agent as no program can prevent."""
        pid = self.agent_pid()
        os.kill(pid, signal.SIGKILL)

    def press(self, *keys):
        """Presses keys wherever the keyboard is."""
        self._x("key", "--delay", "30", *keys)

    def type(self, text):
        """Types a text where the keyboard is."""
        self._x("type", "--clearmodifiers", "--delay", "15", "--", text)

    def look(self):
        """Takes the time that a person needs to see what something else has put on the screen: keys and clicks before are not taken."""
        time.sleep(FIRST_LOOK)

    def _see(self):
        """Takes the time that a person needs who sees a window for the first time: what is clicked before is not taken."""
        if not self._windows or self._windows[-1] is self._seen_first:
            return
        window = self._windows[-1]
        words = ["xdotool", "search", "--onlyvisible", "--all", "--pid", str(window.process.pid), "--name", "."]
        wait_until(
            lambda: subprocess.run(words, env=self.environment, capture_output=True, timeout=30, check=False).stdout, 15, "the window",
            window.log_text)
        self.look()
        self._seen_first = window

    def click(self, x, y):
        """Clicks a point of the display."""
        self._see()
        # The display does one thing after the other. Told to wait, xdotool would wait 15 s where the pointer is there already.
        self._x("mousemove", str(x), str(y), "click", "1")

    def move(self, x, y):
        """Takes the pointer to a point of the display."""
        self._x("mousemove", str(x), str(y))

    def click_here(self):
        """Clicks where the pointer is, which does not move."""
        self._x("click", "1")

    def right_click(self, x, y):
        """Clicks a point of the display with the other button."""
        self._see()
        self._x("mousemove", str(x), str(y), "click", "3")

    def turn_wheel(self, down):
        """Turns the wheel where the pointer is, by one click of it."""
        self._x("click", "5" if down else "4")

    def button(self, way):
        """Presses the pointer's button, or lets go of it: `down` or `up`."""
        self._see()
        self._x(f"mouse{way}", "1")

    def drag(self, there, then):
        """Takes hold of one point of the display and lets go at another."""
        self._see()
        there, then = ([str(part) for part in point] for point in (there, then))
        self._x("mousemove", *there, "mousedown", "1", "mousemove_relative", "0", "9", "mousemove", *then, "mouseup", "1")

    def double_click(self, x, y):
        """Clicks a point twice, as quickly as people do."""
        self._see()
        self._x("mousemove", str(x), str(y), "click", "--repeat", "2", "--delay", "200", "1")

    def click_two(self, first, second):
        """Clicks two points of the display, one soon after the other."""
        self._see()
        there, then = ([str(part) for part in point] for point in (first, second))
        self._x("mousemove", *there, "click", "1", "sleep", "0.2", "mousemove", *then, "click", "1")

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
        faults = []
        while self._windows:
            window = self._windows.pop()
            window.stop()
            faults += [line for line in window.log_text().splitlines() if "-CRITICAL" in line]
        agent = self.agent_pid() if self.home.agent_socket.exists() else None
        if agent:
            stop_process(agent, 20)
        while self._services:
            self._services.pop().stop()
        self.home.remove()
        if faults:
            raise AssertionError("GTK was used wrongly:\n" + "\n".join(faults))


__all__ = ["Desk", "Service", "wait_until"]
