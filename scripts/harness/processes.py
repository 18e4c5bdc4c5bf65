"""Background processes with deadlines, ended by their process id."""

import os
import select
import signal
import socket
import struct
import subprocess
import time

from .mismatch import Mismatch


def wait_until(condition, seconds, expected, came=lambda: "nothing in time"):
    """Returns the condition's first true value; looks again every 20 ms, until the deadline."""
    until = time.monotonic() + seconds
    while True:
        if value := condition():
            return value
        if time.monotonic() > until:
            raise Mismatch(f"{expected} within {seconds} s", came())
        time.sleep(0.02)


class Service:
    """A background process with a log of its own."""

    def __init__(self, arguments, environment, log, stdin=None):
        self.log, self.arguments = log, arguments
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                arguments, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL)
        if stdin is not None:
            self.process.stdin.write(stdin)
            self.process.stdin.close()

    def log_text(self):
        """What it wrote so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for_line(self, pattern, seconds):
        """The first match of a compiled regular expression in the log; a Mismatch when it ends or is too slow."""

        def look():
            if found := pattern.search(self.log_text()):
                return found
            if self.process.poll() is not None:
                raise Mismatch(f"{self.arguments[0]} to run", f"status {self.process.returncode}:\n{self.log_text()}")
            return None

        return wait_until(look, seconds, f"{self.arguments[0]} to write /{pattern.pattern}/", self.log_text)

    def stop(self):
        """Ends it: politely, then after 5 s for good."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(timeout=5)


def listener_pid(path):
    """The process id of whoever listens on a Unix socket; None when nobody does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(2)
        try:
            client.connect(str(path))
        except OSError:
            return None
        credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return struct.unpack("3i", credentials)[0]


def stop_process(pid, seconds=5):
    """Ends a process that need not be a child, and waits until it is gone.

    Returns: whether it ended by itself when asked to; otherwise it was killed.
    """
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        for number in (signal.SIGTERM, signal.SIGKILL):
            signal.pidfd_send_signal(handle, number)
            if select.select([handle], [], [], seconds)[0]:
                return number == signal.SIGTERM
    except ProcessLookupError:
        return True
    finally:
        os.close(handle)
    raise Mismatch(f"process {pid} to end", "it survived SIGKILL")
