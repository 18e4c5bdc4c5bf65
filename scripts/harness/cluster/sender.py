"""Who sends one push after the other, each until it is acknowledged, and remembers what it was told."""

import threading
import time
import uuid

from .api import UNREACHABLE, Refused, call

# What a server answers that asks to come again.
AGAIN = {429, 500, 502, 503, 504}
PAUSE = 0.1


class Sender(threading.Thread):
    """Sends `count` pushes to one user, in order, or goes on until `finish`.

    Every push has a number in its text, and a key under which it is sent again, whatever came of it before.
    """

    def __init__(self, name, url, token, recipient, count=None, interval=0.0):
        super().__init__(daemon=True)
        self.title, self._url, self._token, self._recipient = name, url, token, recipient
        self._count, self._interval = count, interval
        self._is_ended = threading.Event()
        # The push's id and text, when it was first sent and when it was acknowledged (`time.monotonic`).
        self.acknowledged = []
        self.repeated = self.failures = 0
        self.problem = None

    def run(self):
        number = 0
        try:
            while not self._is_ended.is_set() and number != self._count:
                number += 1
                self._send(f"{self.title} {number}")
                self._is_ended.wait(self._interval)
        except Exception as problem:  # whoever waits for this thread is told
            self.problem = problem

    def _send(self, text):
        key = str(uuid.uuid4())
        began = time.monotonic()
        while not self._is_given_up(began):
            try:
                status, push = call(
                    self._url, "POST", "/v1/pushes", {"to": {"alias": self._recipient}, "payload": {"aps": {"alert": text}}},
                    self._token, {"Idempotency-Key": key})
                self.repeated += status == 200
                self.acknowledged.append((push["id"], text, began, time.monotonic()))
                return
            except Refused as refused:
                if refused.status not in AGAIN:
                    raise
                self.failures += 1
                time.sleep(float(refused.retry_after or PAUSE))
            except UNREACHABLE:
                self.failures += 1
                time.sleep(PAUSE)

    def _is_given_up(self, began):
        """What was not acknowledged by the end was never promised."""
        return self._is_ended.is_set() and time.monotonic() - began > 30

    def finish(self):
        """Sends no more after this one."""
        self._is_ended.set()
