"""A pseudo-terminal with one session on it, and someone who types: this program, or the person at the real terminal."""

import dataclasses
import fcntl
import json
import os
import pathlib
import re
import secrets
import select
import struct
import subprocess
import sys
import termios
import time
from typing import Callable, Optional, Union

from .mismatch import Mismatch

ESCAPE = re.compile(rb"\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]")
CURSOR_MOVE = re.compile(rb"\x1b\[[0-9;]*[Hf]")
ERASED = re.compile(rb"\x1b\[[02]?K")
ALTERNATE_SCREEN = b"\x1b[?1049h"
MAIN_SCREEN = b"\x1b[?1049l"
# How readable text shows the two.
SCREEN_BEGINS = "\n-- on the alternate screen --\n"
SCREEN_ENDS = "\n-- back on the main screen --\n"


@dataclasses.dataclass(frozen=True)
class Answer:
    """What to type when a prompt appears.

    `prompt` is a regular expression for what the command writes; `text` is what to type, or makes it from what the
    command wrote so far; `hidden` waits until the terminal does not echo, and expects that nothing of it is ever
    written; `ends_line` presses Return after it.
    """

    prompt: str
    text: Union[str, Callable[[str], str]]
    hidden: bool = False
    ends_line: bool = True

    def keys(self, output):
        """The bytes to type, given everything the command wrote so far."""
        text = self.text if isinstance(self.text, str) else self.text(readable(output))
        return (text + ("\r" if self.ends_line else "")).encode()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a command ended: its exit status and the raw bytes that it and the echo wrote."""

    status: int
    output: bytes

    @property
    def text(self):
        """What a person could read of it, without escape sequences."""
        return readable(self.output)


def readable(output):
    """Turns terminal output into text, as it stands in the end: what was written over or blanked is left out.

    Text put elsewhere on the screen begins a new line; the alternate screen's beginning and end get lines of their own.
    """
    output = output.replace(ALTERNATE_SCREEN, SCREEN_BEGINS.encode())
    output = output.replace(MAIN_SCREEN, SCREEN_ENDS.encode())
    output = ERASED.sub(b"\0", CURSOR_MOVE.sub(b"\n", output))
    text = ESCAPE.sub(b"", output).decode("utf-8", "replace").replace("\r\n", "\n")
    lines = [line.rstrip("\r").rpartition("\r")[2].replace("\0", "") for line in text.split("\n")]
    return "\n".join(line for line in lines if line.strip() or not line)


class Terminal:
    """One session on one pseudo-terminal.

    `show` receives the bytes of every command as they come, for the log or the person's screen.
    """

    def __init__(self, environment, directory, show: Callable[[bytes], None], size=(30, 100)):
        self.master, slave = os.openpty()
        self.resize(size)
        reader, self._commands = os.pipe()
        self._directory, self._show = str(directory), show
        # The pipe's read end becomes descriptor 3 through the shell, which then is the leader.
        leader = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("leader.py"))]
        self._leader = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{reader}', "sh", *leader], env=environment, pass_fds=[reader],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        os.close(reader)

    def resize(self, size):
        """Tells the terminal its size, in rows and columns."""
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def close(self):
        """Ends the session; what still runs on it is hung up."""
        os.close(self._commands)
        os.close(self.master)
        try:
            self._leader.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._leader.kill()
            self._leader.wait(timeout=5)

    def run(self, arguments, answers=(), deadline: Optional[float] = 30, keyboard: Optional[int] = None) -> Outcome:
        """Runs a command to its end and types the answers at its prompts, in order.

        With `keyboard`, a person's terminal, what the person types goes to the command as well.
        `deadline` is in seconds, for the whole command; None waits as long as the person likes.

        Raises: Mismatch when the deadline passes, or when the command ends before it asked for every answer.
        """
        mark = f"\x1b]777;end-{secrets.token_hex(8)};"
        command = {"arguments": [str(word) for word in arguments], "directory": self._directory, "mark": mark}
        os.write(self._commands, json.dumps(command).encode() + b"\n")
        run = _Run(self, mark.encode(), list(answers), deadline, self._show)
        return run.follow(keyboard)

    def echoes(self):
        """Whether what is typed now would be echoed."""
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)


class _Run:
    """One command on the terminal: what it wrote, which answers it still has to ask for."""

    def __init__(self, terminal, mark, answers, deadline, show):
        self._terminal, self._answers, self._show = terminal, answers, show
        self._end = re.compile(re.escape(mark) + rb"(\d+)\x07")
        self._mark = mark
        self._output = b""
        self._shown = 0
        self._asked_from = 0
        self._hidden = []
        self._until = None if deadline is None else time.monotonic() + deadline

    def follow(self, keyboard):
        while True:
            self._wait(keyboard)
            if end := self._end.search(self._output):
                self._output = self._output[: end.start()]
                self._show_more(len(self._output))
                return self._finished(int(end.group(1)))
            self._show_more(self._held_back())
            self._answer()

    def _wait(self, keyboard):
        """Reads what came; returns after a moment in any case, for a prompt whose echo goes off a little later."""
        if self._until is not None and time.monotonic() > self._until:
            waiting = f"the prompt /{self._answers[0].prompt}/" if self._answers else "the command's end"
            raise Mismatch(f"{waiting} before the deadline", f"this so far:\n{self._tail()}")
        sources = [self._terminal.master] + ([keyboard] if keyboard is not None else [])
        ready, _, _ = select.select(sources, [], [], 0.02)
        if self._terminal.master in ready:
            self._output += os.read(self._terminal.master, 65536)
        if keyboard is not None and keyboard in ready:
            os.write(self._terminal.master, os.read(keyboard, 1024))

    def _answer(self):
        """Types the next answer once its prompt is there, and, for a hidden one, once the echo is off."""
        if not self._answers:
            return
        answer = self._answers[0]
        if not re.search(answer.prompt, readable(self._output[self._asked_from :]), re.IGNORECASE | re.DOTALL):
            return
        if answer.hidden and self._terminal.echoes():
            return
        self._answers.pop(0)
        self._asked_from = len(self._output)
        keys = answer.keys(self._output)
        if answer.hidden:
            self._hidden.append(keys.rstrip())
        os.write(self._terminal.master, keys)

    def _finished(self, status):
        if self._answers:
            raise Mismatch(
                f"the prompt /{self._answers[0].prompt}/", f"the end, with status {status}, after:\n{self._tail()}")
        for keys in self._hidden:
            if keys in self._output:
                raise Mismatch("a hidden answer not to be echoed", f"an echo in:\n{self._tail()}")
        return Outcome(status, self._output)

    def _held_back(self):
        """How much may be shown: all but a tail that could be the beginning of the end mark."""
        begin = self._output.rfind(b"\x1b]", self._shown)
        if begin >= 0 and (self._mark.startswith(self._output[begin:]) or self._output[begin:].startswith(self._mark)):
            return begin
        return len(self._output) - (1 if self._output.endswith(b"\x1b") else 0)

    def _show_more(self, upto):
        if upto > self._shown:
            self._show(self._output[self._shown : upto])
            self._shown = upto

    def _tail(self):
        lines = readable(self._output).splitlines()[-20:]
        return "\n".join(f"      | {line}" for line in lines) or "      | (nothing)"
