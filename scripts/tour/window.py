"""A terminal in a window, and somebody who types in it."""

import os
import pathlib
import re
import subprocess
import termios

from harness.processes import Service, stop_process, wait_until
from harness.terminal import readable

from . import drawing

# libchafa knows by the environment alone what a terminal shows, and takes xterm for one without pictures. This one has been told to
# show Sixel's, as foot does.
SHELL = r"""
PS1='\[\e[1;36m\]$\[\e[0m\] '
vault() { TERM=foot COLORTERM=truecolor command vault "$@"; }
tty >"$HOME/.terminal"
"""
COLOURS = ("#282c34", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8ccd4")
RESOURCES = {
    "background": "#1e222a", "foreground": "#d8dee9", "cursorColor": "#d8dee9", "internalBorder": "0", "borderWidth": "0", "scrollBar": "false",
    "faceName": "DejaVu Sans Mono", "faceSize": "12", "decTerminalID": "vt340", "numColorRegisters": "1024", "boldColors": "false",
    **{f"color{number + bright}": colour for number, colour in enumerate(COLOURS) for bright in (0, 8)}, "color8": "#7f848e"}
PROMPT = r"(^|\n)\$ $"


class Window:
    """One xterm with a shell in it, whose output is recorded; it ends with the `with` that it began with."""

    def __init__(self, environment, directory, columns, rows):
        self._environment, self._directory = environment, directory
        self._size = f"{columns}x{rows}+0+0"

    def __enter__(self):
        self._record, self._begin = self._directory / "record", 0
        for leftover in (self._record, self._directory / ".terminal"):
            leftover.unlink(missing_ok=True)
        (self._directory / ".tourrc").write_text(SHELL, encoding="utf-8")
        resources = [word for key, value in RESOURCES.items() for word in ("-xrm", f"XTerm*{key}: {value}")]
        shell = ["script", "--quiet", "--flush", "--command", "bash --rcfile .tourrc -i", str(self._record)]
        arguments = ["sh", "-c", 'cd "$0" && exec "$@"', str(self._directory), "xterm", "-geometry", self._size, *resources, "-e", *shell]
        self._xterm = Service(arguments, self._environment, self._directory / "xterm.log")
        try:
            self._id = self._do("search", "--sync", "--onlyvisible", "--class", "XTerm").split()[0]
            self._do("windowfocus", "--sync", self._id)
            self.wait_for(PROMPT)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # `script` outlives its terminal unless it is told; it takes the shell and what runs there with it.
        pid = self._xterm.process.pid
        for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            stop_process(int(child))
        self._xterm.stop()

    def run(self, command, shows=PROMPT):
        """Types a command and waits until the terminal shows what is expected; without that, until it has ended."""
        self.type(command)
        self.key("Return", shows)

    def answer(self, text, shows=PROMPT):
        """Types what is not echoed, and waits."""
        wait_until(lambda: not self._echoes(), 30, "a terminal without echo")
        self._do("type", text)
        self.key("Return", shows)

    def type(self, text):
        """Types, and waits until it stands there."""
        self._do("type", text)
        self.wait_for(re.escape(text[-8:]))

    def key(self, name, shows):
        """Presses a key and waits until the terminal shows what is expected."""
        self._begin = self._record.stat().st_size
        self._do("key", name)
        self.wait_for(shows)

    def wait_for(self, pattern):
        """Waits until what came since the last key has the pattern."""
        wait_until(lambda: re.search(pattern, self._text()), 60, f"the terminal to show /{pattern}/", self._text)

    def picture(self, file):
        """Draws what the window shows."""
        # xterm counts a border of its own among the pixels of its cells, and pictures would come out too large.
        drawing.take(self._id, file, self._environment, ["-bordercolor", RESOURCES["background"], "-border", "16"])

    def _text(self):
        return readable(self._record.read_bytes()[self._begin :]) if self._record.exists() else ""

    def _echoes(self):
        terminal = os.open((self._directory / ".terminal").read_text(encoding="utf-8").strip(), os.O_RDONLY | os.O_NOCTTY)
        try:
            return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
        finally:
            os.close(terminal)

    def _do(self, *arguments):
        return subprocess.run(
            ["xdotool", *arguments], env=self._environment, check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
