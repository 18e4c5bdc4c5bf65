"""Another person at the same server, who uses the command line: a vault, an agent and a home of their own."""

import json
import subprocess

from Tests.Desktop.desk import Home, listener_pid, stop_process


class Friend:
    """Somebody who is logged in."""

    def __init__(self, desk, email, password):
        self.home = Home(desk.home.programs)
        self.email = email
        # No session of a desktop: nothing is shown anywhere.
        self.environment = self.home.environment(VAULT_SERVER_URL=desk.server.url, VAULT_CREDENTIAL_STORE="file")
        desk.server.add_account(email, password)
        self.vault("login", "--email", email, "--password-stdin", text=f"{password}\n")

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
