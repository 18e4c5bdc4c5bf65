"""One node: `vault-server serve` over the cluster's database."""

import re
import signal
import subprocess

from ..mismatch import expect
from ..processes import Service
from .ports import free_port

LISTENING = re.compile("listening on http")
# Hashes that cost little, and as much of everything as a test wants.
OPTIONS = [
    "--trusted-proxy", "127.0.0.1", "--hash-memory", "19", "--hash-passes", "1", "--push-rate", "10000", "--max-streams", "10000", "--max-connections", "10000",
    # Longer than the balancer takes to notice, and no longer than a test has to wait.
    "--drain-seconds", "2"]


class Node:
    """A node that is ended in every way and started again in its place."""

    def __init__(self, home, name, database, *options):
        self.name, self.port = name, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._home, self._starts, self._service = home, 0, None
        self._arguments = [
            home.program("vault-server"), "serve", "--listen", f"127.0.0.1:{self.port}", "--database", str(database),
            "--log-level", "warning", *OPTIONS, *options]

    def give_certificate(self, certificate, key):
        """Has it speak TLS from its next start on."""
        self._arguments += ["--tls-cert", str(certificate), "--tls-key", str(key)]

    def start(self):
        """Starts it, and waits until it listens."""
        self._starts += 1
        log = self._home.path("logs", f"node-{self.name}-{self._starts}")
        self._service = Service(self._arguments, self._home.environment(), log)
        self._service.wait_for_line(LISTENING, 30)

    @property
    def pid(self):
        """Its process id."""
        return self._service.process.pid

    @property
    def is_running(self):
        """Whether it was started and has not ended."""
        return self._service is not None and self._service.process.poll() is None

    def log(self):
        """What it wrote since its start."""
        return self._service.log_text()

    def kill(self):
        """Ends it without a word."""
        self._service.process.kill()
        self._service.process.wait(timeout=10)

    def drain(self):
        """Tells it to end in order, and waits until it has."""
        self._service.process.send_signal(signal.SIGTERM)
        status = self._service.process.wait(timeout=30)
        expect(status == 0, f"node {self.name} to end in order (status 0)", f"status {status}: {self.log()}")

    def stop(self):
        """Ends it, whatever state it is in."""
        if self.is_running:
            # Without the time in which it says that it is about to end.
            self._service.process.send_signal(signal.SIGINT)
            try:
                self._service.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()
