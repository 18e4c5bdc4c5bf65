"""Times whole commands side by side: `vault` against its peers on the same secret, in one run of hyperfine."""

import json
import subprocess

from harness.stage import KEYRING, Stage

from .timing import median_times

VALUE = "under the third flowerpot"
PIN = "a pin for measuring"
HELLO = 'print("hello, world")\n'


class Bench:
    """A stage with a vault of ten tasks, a keyring and a password store that hold the same value."""

    def __init__(self, programs, log):
        self.stage = Stage(programs, KEYRING, log)
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self):
        self.environment = self.stage.environment | {
            "GNUPGHOME": str(self.stage.home.path("gnupg")),
            "PASSWORD_STORE_DIR": str(self.stage.home.path("password-store")),
        }
        self.stage.home.path("gnupg").mkdir(mode=0o700)
        self._prepare_vault()
        self._prepare_peers()
        self.hello = self._build_hello()

    def close(self):
        """Ends what was started and removes everything."""
        if hasattr(self, "environment"):
            subprocess.run(["gpgconf", "--kill", "all"], env=self.environment, timeout=20, check=False)
        self.stage.close()

    def call(self, *arguments, typed=""):
        """Runs a command to its end.

        Returns: what it wrote to standard output.
        """
        result = subprocess.run(
            arguments, env=self.environment, input=typed.encode(), capture_output=True, timeout=120, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: status {result.returncode}: {result.stderr.decode()}")
        return result.stdout.decode()

    def _prepare_vault(self):
        self.call("vault", "pin", "set", "--pin-stdin", "--no-recovery", typed=PIN + "\n")
        self.call("vault", "add", "--protected", "--label", "Measured", "-", typed=VALUE)
        for number in range(9):
            self.call("vault", "add", f"Task number {number}")
        tasks = json.loads(self.call("vault", "list", "--json"))["tasks"]
        self.task = next(task["id"] for task in tasks if task["isProtected"])
        self.call("vault", "unlock", "--everywhere", "--pin-stdin", typed=PIN + "\n")

    def _prepare_peers(self):
        self.call("secret-tool", "store", "--label=measured", "purpose", "measuring", typed=VALUE)
        self.call("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "",
                  "--quick-generate-key", "measuring@example.org", "default", "default", "never")
        self.call("pass", "init", "measuring@example.org")
        self.call("pass", "insert", "--multiline", "measured", typed=VALUE)

    def _build_hello(self):
        source = self.stage.home.path("hello.swift")
        source.write_text(HELLO, encoding="utf-8")
        program = self.stage.home.path("hello")
        subprocess.run(["swiftc", "-O", "-static-stdlib", str(source), "-o", str(program)], timeout=300, check=True)
        return str(program)

    def compare(self, commands, runs):
        """The median wall times of the commands in milliseconds, by title."""
        return median_times(commands, self.environment, self.stage.home.root, runs)
