"""Clusters for tests: VAULT_CLUSTER_PROGRAMS names the directory of a `vault-server` that speaks with PostgreSQL.

Needs Debian's haproxy and postgresql; nothing of it is the system's own.
"""

import atexit
import os
import pathlib
import signal
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.cluster.checker import told  # noqa: E402
from harness.cluster.cluster import Cluster  # noqa: E402


def programs():
    """The directory of the programs under test."""
    return os.environ["VAULT_CLUSTER_PROGRAMS"]


def _end(_number, _frame):
    raise SystemExit("ended by a signal")


class ClusterTestCase(unittest.TestCase):
    """All tests of a class have one cluster, made with these options, and go on where the one before has ended."""

    OPTIONS = {}
    DEVICES = 20

    @classmethod
    def setUpClass(cls):
        # Whoever ends the tests with a signal leaves nothing behind.
        signal.signal(signal.SIGTERM, _end)
        cls.cluster = Cluster(programs(), **cls.OPTIONS)
        # Also where the tests are interrupted, when no class is cleaned up; closed once, it does nothing more.
        atexit.register(cls.cluster.close)
        cls.addClassCleanup(cls.cluster.close)
        cls.cluster.listen(cls.DEVICES)

    def assert_exact(self):
        """Everything that was acknowledged is stored once and in order, and on every device."""
        self.cluster.finish()
        self.cluster.settle()
        found = self.cluster.verdict()
        self.assertFalse(found, told(found))

    def wait_until_all_are_right(self):
        """Sessions end within 20 seconds; then devices log in, and fetch everything anew."""
        until = time.monotonic() + 40
        while set(found := self.cluster.verdict()) != {"lost"} and time.monotonic() < until:
            time.sleep(0.2)
        return set(found)
