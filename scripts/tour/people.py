"""Somebody with a vault of their own."""

import json
import subprocess

from harness.mismatch import expect
from harness.processes import listener_pid, stop_process, wait_until


class Person:
    """A vault in a home of its own, and its agent."""

    def __init__(self, name, home, environment):
        self.email, self.password = f"{name}@example.org", f"the password of {name}"
        self.home, self.environment = home, environment

    def vault(self, *arguments, typed=""):
        """Runs a command behind the scenes, and returns what it printed."""
        done = subprocess.run(
            ["vault", *arguments], env=self.environment, cwd=self.home.path("home"), input=typed, capture_output=True, text=True, timeout=60,
            check=False)
        expect(done.returncode == 0, f"`vault {' '.join(arguments)}` to succeed", f"status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *arguments):
        """What a command prints as JSON."""
        return json.loads(self.vault(*arguments, "--json"))

    def log_in(self, url):
        """Logs in behind the scenes."""
        self.vault("login", "--email", self.email, "--password-stdin", "--server", url, typed=f"{self.password}\n")

    def write(self, name, payload):
        """Puts a payload into their home."""
        self.home.path("home", name).write_text(json.dumps(payload), encoding="utf-8")

    def push(self, payload, to):
        """Sends a payload to somebody behind the scenes."""
        self.vault("push", "send", "-", "--to", f"alias:{to}", typed=json.dumps(payload))

    def await_items(self, count):
        """Waits until the inbox has as many items."""
        wait_until(lambda: len(self.json("inbox")["items"]) >= count, 60, f"{count} items in the inbox")

    def stop(self):
        """Ends the agent, if one runs."""
        pid = listener_pid(self.home.agent_socket)
        if pid is not None:
            expect(stop_process(pid), "the agent to end when asked to", "it had to be killed")
