"""Where a walk happens: a private home with its services, a terminal session in it, and the log of what is typed."""

import json
import os
import re
import shlex
import subprocess
import termios
import tty

from .closing import Closing
from .home import Home
from .mismatch import expect
from .processes import listener_pid, stop_process
from .services import Keyring, Server
from .terminal import Terminal

# How long a person may think at the prompts of one command, in seconds.
TIME_TO_THINK = 900
# How often a person may type the answers of one command.
TRIES = 5

KEYRING, FILE = "secret-service", "file"


def shell_words(arguments):
    """A command as a person would type it; a whole shell line stays as it is."""
    return arguments[2] if arguments[:2] == ["sh", "-c"] else shlex.join(arguments)


class Stage:
    """A vault of its own on one kind of credential store.

    `person` is the file descriptor of the terminal at which a person types, or None when this program does.
    `patience` is how long one command may take when nobody is asked, in seconds.
    """

    def __init__(self, programs, store, log, person=None, patience=30):
        self.store, self.person, self._log, self._patience = store, person, log, patience
        self._closing = Closing()
        try:
            self._set_up(programs)
        except BaseException:
            self.close()
            raise

    def _set_up(self, programs):
        self.home = Home(programs)
        self._closing.append(self.home.remove)
        self.server = Server(self.home)
        self._closing.append(self.server.stop)
        settings = {"VAULT_SERVER_URL": self.server.url, "VAULT_CREDENTIAL_STORE": self.store}
        if self.store == KEYRING:
            keyring = Keyring(self.home)
            self._closing.append(keyring.stop)
            settings["DBUS_SESSION_BUS_ADDRESS"] = keyring.address
        self.environment = self.home.environment(**settings)
        self._closing.append(self.stop_agent)
        self.terminal = Terminal(self.environment, self.home.path("home"), self._show, self._size())
        self._closing.append(self.terminal.close)

    def close(self):
        """Ends everything it started and removes the home, whatever fails on the way."""
        self._closing.close()

    def say(self, text):
        """Writes a line to the log."""
        self._log(f"{text}\n".encode())

    def type(self, arguments, answers=(), by_program=False, hint=""):
        """Runs a command at the terminal; its prompts are answered by the person, or by this program.

        Returns: its outcome. `hint` tells the person what to type.
        """
        self.say(f"\n$ {shell_words(arguments)}")
        if self.person is None:
            outcome = self.terminal.run(arguments, answers, self._patience)
            self.say(re.sub(r"\n{3,}", "\n\n", outcome.text).rstrip("\n"))
            return outcome
        if by_program or not answers:
            return self.terminal.run(arguments, answers, self._patience)
        if hint:
            self.say(f"  ({hint})")
        return self.with_keyboard(arguments, TIME_TO_THINK)

    def with_keyboard(self, arguments, deadline):
        """Runs a command with the person's keyboard connected to it."""
        settings = termios.tcgetattr(self.person)
        tty.setraw(self.person)
        try:
            return self.terminal.run(arguments, deadline=deadline, keyboard=self.person)
        finally:
            termios.tcsetattr(self.person, termios.TCSADRAIN, settings)

    def succeed(self, arguments, answers=(), **more):
        """Like `type`, and expects the status 0; a person who mistyped may try again a few times.

        Returns: what a person could read of the output.
        """
        outcome = self.type(arguments, answers, **more)
        for _ in range(TRIES - 1 if self.person is not None and answers else 0):
            if outcome.status == 0:
                break
            self.say(f"(status {outcome.status}; once more)")
            outcome = self.type(arguments, answers, **more)
        expect(outcome.status == 0, f"`{shell_words(arguments)}` to succeed", f"status {outcome.status}:\n{outcome.text}")
        return outcome.text

    def tasks(self):
        """What `vault list --json` says, read through a pipe."""
        result = subprocess.run(
            ["vault", "list", "--json"], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=self._patience, check=False)
        expect(result.returncode == 0, "`vault list --json` to succeed", f"{result.returncode}: {result.stderr.decode()}")
        return json.loads(result.stdout)["tasks"]

    def stop_agent(self):
        """Ends this vault's agent, if one runs.

        Returns: its process id, or None.
        """
        pid = listener_pid(self.home.agent_socket)
        if pid is not None:
            expect(stop_process(pid), "the agent to end when asked to", "it had to be killed")
        return pid

    def files_with(self, text):
        """The files below the home, of the vault and its server, that hold the text in the clear."""
        wanted = text.encode()
        return [
            str(path.relative_to(self.home.root))
            for path in sorted(self.home.root.rglob("*"))
            if path.is_file() and not path.is_symlink() and wanted in path.read_bytes()
        ]

    def _show(self, output):
        """At a person's terminal everything is shown as it comes; a log gets it readable, when the command has ended."""
        if self.person is not None:
            self._log(output)

    def _size(self):
        if self.person is None:
            return (30, 100)
        size = os.get_terminal_size(self.person)
        return (size.lines, size.columns)
