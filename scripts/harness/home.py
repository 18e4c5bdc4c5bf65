"""A private home: every directory and every setting that the programs use, so that nothing of the user's is touched."""

import os
import pathlib
import shutil
import tempfile

# The longest prefix that leaves room for the sockets below it: a Unix socket's path has at most 107 bytes.
LONGEST_PREFIX = 60


class Home:
    """A directory of its own (0700) for all data of one vault, its services and its user's environment."""

    def __init__(self, programs):
        base = tempfile.gettempdir()
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="vault-", dir=base if len(base) < LONGEST_PREFIX else "/tmp"))
        self.programs = pathlib.Path(programs).resolve()
        for name in ("home", "data", "config", "state", "run", "server", "keyring", "logs"):
            (self.root / name).mkdir(mode=0o700)

    def path(self, *parts):
        """A path below the directory."""
        return self.root.joinpath(*parts)

    def program(self, name):
        """The absolute path of one of the product's programs."""
        return str(self.programs / name)

    @property
    def agent_socket(self):
        """Where this vault's agent listens."""
        return self.path("run", "vault", "agent.sock")

    def environment(self, **more):
        """The whole environment of a command: nothing is inherited but the terminal's kind and the language.

        An entry of `more` that is None is left out.
        """
        user = os.environ.get("USER") or ("root" if os.geteuid() == 0 else "user")
        environment = {
            "PATH": f"{self.programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(self.path("home")),
            "USER": user,
            "LOGNAME": user,
            "LANG": "C.UTF-8",
            "TERM": os.environ.get("TERM") if os.isatty(1) else "xterm-256color",
            # A program that crashes ends at once; Swift's own backtracer may wait for ever where tracing is restricted.
            "SWIFT_BACKTRACE": "enable=no",
            "XDG_RUNTIME_DIR": str(self.path("run")),
            "VAULT_DATA_DIR": str(self.path("data")),
            "VAULT_CONFIG_DIR": str(self.path("config")),
            "VAULT_STATE_DIR": str(self.path("state")),
            "VAULT_RUNTIME_DIR": str(self.path("run", "vault")),
            **more,
        }
        return {key: value for key, value in environment.items() if value is not None}

    def remove(self):
        """Removes the directory with all that is in it."""
        shutil.rmtree(self.root)
