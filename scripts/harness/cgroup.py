"""What needs rights that not every machine gives: mounts, and a cgroup of this process's own."""

import os
import pathlib
import subprocess

from .processes import wait_until

CGROUPS = pathlib.Path("/sys/fs/cgroup")


class NotPossible(Exception):
    """What this machine does not allow."""


def prepare(*words, seconds=60):
    """Runs what needs rights that not every machine gives."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds, check=False)
    if done.returncode != 0:
        raise NotPossible(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()}")


class OwnGroup:
    """A unified hierarchy whose root is this process's own group, whatever the machine has; in mounts of its own."""

    def __init__(self, name):
        subprocess.run(["umount", "--lazy", str(CGROUPS)], check=False)
        prepare("mount", "-t", "cgroup2", "none", str(CGROUPS))
        self.path = CGROUPS / f"{name}-{os.getpid()}"
        try:
            self.path.mkdir()
            (self.path / "cgroup.procs").write_text(str(os.getpid()))
        except OSError as error:
            raise NotPossible(f"a cgroup of its own: {error}") from error

    def close(self):
        """Ends what is left, but this process."""
        (CGROUPS / "cgroup.procs").write_text(str(os.getpid()))
        (self.path / "cgroup.kill").write_text("1")
        wait_until(lambda: "populated 0" in (self.path / "cgroup.events").read_text(), 10, "everything to end")
        for path in sorted(self.path.rglob("*/"), reverse=True):
            if path.is_dir():
                path.rmdir()
        self.path.rmdir()
