"""Another person at the same server, who uses the command line: a vault, an agent and a home of their own."""

import json
import os
import subprocess
import unittest

from Tests.Desktop import screen
from Tests.Desktop.desk import Desk, Home, listener_pid, stop_process

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"


class Friend:
    """Somebody who is logged in."""

    def __init__(self, desk, email, password):
        self.home = Home(desk.home.programs)
        self.email = email
        # No session of a desktop: nothing is shown anywhere.
        self.environment = self.home.environment(VAULT_SERVER_URL=desk.server.url, VAULT_CREDENTIAL_STORE="file")
        desk.server.add_account(email, password)
        self.vault("login", "--email", email, "--password-stdin", text=f"{password}\n")

    @classmethod
    def of(cls, desk, name):
        """Somebody new who follows whoever sits at the desk, and is followed."""
        friend = cls(desk, f"{name}@example.org", PASSWORD)
        code = json.loads(desk.vault("people", "invite", "--json"))["invitations"][0]["code"]
        friend.vault("follow", code, "--yes")
        return friend

    def vault(self, *words, text=""):
        """Runs a command, and hands over what it printed."""
        result = subprocess.run(
            [self.home.program("vault"), *words], input=text, text=True, env=self.environment, timeout=60, capture_output=True,
            check=False)
        if result.returncode != 0:
            raise AssertionError(f"vault {' '.join(words)}: {result.returncode}: {result.stderr}")
        return result.stdout

    def read(self, *words):
        """What a command prints as JSON."""
        return json.loads(self.vault(*words, "--json"))

    def user(self):
        """The id of the account."""
        return self.read("profile")["profile"]["user"]

    def close(self):
        """Ends the agent, and forgets everything."""
        agent = listener_pid(self.home.agent_socket) if self.home.agent_socket.exists() else None
        if agent:
            stop_process(agent, 20)
        self.home.remove()


class ServerCase(unittest.TestCase):
    """Tests of a window at a desk whose server is there."""

    @classmethod
    def set_up_desk(cls):
        """A desk with a server that nobody has logged in to."""
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)

    @classmethod
    def open_window(cls):
        """The window, once something is in it."""
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))


class FriendCase(ServerCase):
    """Ada sits at the desk, and Bob has a command line: they follow each other."""

    @classmethod
    def set_up_friends(cls):
        """Has both logged in."""
        cls.set_up_desk()
        cls.desk.log_in(EMAIL, PASSWORD)
        cls.bob = Friend.of(cls.desk, "bob")
        cls.addClassCleanup(cls.bob.close)
