"""A window on a display that nobody looks at, and what is seen of it from outside."""

import contextlib
import json
import subprocess
import time

from harness.display import Display, Pixels
from harness.home import Home
from harness.mismatch import expect
from harness.processes import Service, listener_pid, stop_process

from .sample import sample

WINDOW = (0, 0, 960, 640)
# How long a window may take, and how long a picture that does not change any more stands still, in seconds.
PATIENCE, STILL = 30, 0.5


class Scene:
    """A display, and a vault with so many tasks; with a server where `settings` name one."""

    def __init__(self, programs, window, count):
        self._stack, self.window = contextlib.ExitStack(), window
        try:
            self._set_up(programs, count)
        except BaseException:
            self.close()
            raise

    def _set_up(self, programs, count):
        self.home = Home(programs)
        self._stack.callback(self.home.remove)
        display = Display(self.home)
        self._stack.callback(display.stop)
        self.environment = self.home.environment(
            GSK_RENDERER="cairo", GDK_BACKEND="x11", VAULT_CREDENTIAL_STORE="file", VAULT_AGENT=self.home.program("vault-agent"),
            GTK_A11Y="none", **self.settings(), **display.settings)
        self.pixels = Pixels(display.settings["DISPLAY"])
        self._stack.callback(self.pixels.close)
        self._stack.callback(self._stop_agent)
        file = self.home.path("tasks.json")
        file.write_text(json.dumps(sample(count)), encoding="utf-8")
        self.vault("import", str(file))
        self._empty = self.pixels.read(*WINDOW)

    def settings(self):
        """Variables that the programs have besides."""
        return {}

    def close(self):
        """Ends what was started and removes everything."""
        self._stack.close()

    @contextlib.contextmanager
    def running(self, program):
        """A program, until the display is as it was before."""
        service = Service(program, self.environment, self.home.path("logs", "program"))
        try:
            yield service
        finally:
            service.stop()
            began = time.monotonic()
            while self.pixels.read(*WINDOW) != self._empty:
                expect(time.monotonic() < began + 10, "the display to be empty again", "something is seen")
                time.sleep(0.01)

    def wait_for_frame(self, began):
        """Waits until something is seen of a program that was started at a moment."""
        while self.pixels.read(*WINDOW) == self._empty:
            expect(time.monotonic() < began + PATIENCE, "a window", self.home.path("logs", "program").read_text(errors="replace"))

    def settle(self, place=WINDOW):
        """Waits until a part of the window is seen and does not change any more.

        Returns: the moment of its last change.
        """
        self.wait_for_frame(time.monotonic())
        began = time.monotonic()
        times = self.pixels.changes(place, lambda times: time.monotonic() > (times or [began])[-1] + STILL * 2)
        return (times or [began])[-1]

    def x(self, *words):
        """Does something with the display's keyboard or pointer, as xdotool names it."""
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=30, check=True).stdout

    def vault(self, *words, typed=""):
        """Runs a command to its end.

        Returns: what it wrote to standard output.
        """
        result = subprocess.run(
            [self.home.program("vault"), *words], env=self.environment, input=typed.encode(), capture_output=True, timeout=600, check=False)
        expect(result.returncode == 0, f"`vault {words[0]}` to succeed", result.stderr.decode("utf-8", "replace"))
        return result.stdout.decode()

    def _stop_agent(self):
        if self.home.agent_socket.exists():
            stop_process(listener_pid(self.home.agent_socket), 20)
