"""A Wayland compositor without a screen, and the keyboard of a person at it."""

import json
import os
import pathlib
import subprocess
import tempfile

from Tests.Desktop.desk import Service, wait_until

CONFIGURATION = """xwayland disable
default_border none
default_floating_border none
output HEADLESS-1 resolution 1280x800
input * xkb_layout us
"""
NOBODY = 65534


class Compositor:
    """sway with one output in memory; windows that are not dialogs fill it."""

    def __init__(self, desk):
        self._desk = desk
        # A directory of its own: sway does not run as root, who may enter it all the same.
        self._place = tempfile.TemporaryDirectory(prefix="vault-sway-")
        self._directory = pathlib.Path(self._place.name)
        configuration, self._socket = self._directory / "configuration", self._directory / "sway"
        configuration.write_text(CONFIGURATION, encoding="utf-8")
        as_nobody = []
        if os.geteuid() == 0:
            as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            os.chown(self._directory, NOBODY, NOBODY)
            os.chown(configuration, NOBODY, NOBODY)
        environment = desk.environment | {
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "SWAYSOCK": str(self._socket),
            "XDG_RUNTIME_DIR": str(self._directory), "HOME": str(self._directory)}
        self.service = Service([*as_nobody, "sway", "-c", str(configuration)], environment, desk.home.path("logs", "sway"))
        display = wait_until(self._display, 20, "a Wayland display", self.service.log_text)
        self.settings = {"WAYLAND_DISPLAY": display, "GDK_BACKEND": "wayland", "SWAYSOCK": str(self._socket)}
        self._environment = desk.environment | self.settings
        # A keyboard that stays: where none is left, no window has the keyboard.
        self._keyboard = Service(["wtype", "-s", "600000"], self._environment, desk.home.path("logs", "keyboard"))
        wait_until(self._has_keyboard, 20, "an output and a keyboard", self.service.log_text)

    def _display(self):
        found = [path for path in self._directory.glob("wayland-*") if path.suffix != ".lock"]
        return str(found[0]) if found and self._socket.exists() else None

    def _has_keyboard(self):
        seats = json.loads(self._run("swaymsg", "-t", "get_seats"))
        return json.loads(self._run("swaymsg", "-t", "get_outputs")) and any(seat["capabilities"] for seat in seats)

    def stop(self):
        """Ends it."""
        self._keyboard.stop()
        self.service.stop()
        self._place.cleanup()

    def type(self, *words):
        """Types, as wtype names it."""
        self._run("wtype", "-d", "15", *words)

    def look_elsewhere(self):
        """Shows another workspace, as a person does who leaves the window."""
        self._run("swaymsg", "workspace 2")

    def look_back(self):
        """Shows the window again."""
        self._run("swaymsg", "workspace 1")

    def pasted(self):
        """What is on the clipboard; empty where nothing is."""
        result = subprocess.run(
            ["timeout", "10", "wl-paste", "--no-newline"], env=self._environment, capture_output=True, text=True, timeout=20, check=False)
        return result.stdout

    def _run(self, *words):
        result = subprocess.run(words, env=self._environment, capture_output=True, text=True, timeout=30, check=False)
        if result.returncode != 0:
            raise AssertionError(f"{' '.join(words)}: {result.stdout}{result.stderr}")
        return result.stdout
