"""A device that listens to an inbox, comes back whenever its stream ends, and remembers what came."""

import json
import socket
import threading
import time

from .api import UNREACHABLE, Refused, call, connection, log_in

PAUSE = 0.2
# A stream that says nothing for so long is none any more; the server says something every 15 seconds.
SILENCE = 40


class Device(threading.Thread):
    """Listens from the beginning of the inbox.

    As docs/server.md has it, it asks for the epoch once in a session, and forgets everything when that is another one.
    """

    def __init__(self, name, url, email, password, session=None):
        super().__init__(daemon=True)
        self.title, self._url, self._email, self._password = name, url, email, password
        self._token = session
        # The session in which the epoch was asked for; the epoch; the id of the newest event.
        self._asked = self._epoch = self._last = None
        self._is_ended = False
        self._socket = None
        # Number, push, text and time of arrival (`time.monotonic`) of each item.
        self.items = []
        # When a stream ended, and how many began; ids that the server refused.
        self.ended, self.begun, self.refused, self.epochs = [], 0, 0, 0
        self.problem = None

    def run(self):
        while not self._is_ended:
            try:
                self._listen()
            except Refused as refused:
                if refused.status == 401:
                    self._token = None
                elif refused.status == 422:
                    self.refused += 1
                elif refused.status not in (429, 503, 502, 504):
                    self.problem = refused
                    return
            except UNREACHABLE:
                pass  # it is tried again
            except Exception as problem:  # whoever looks at this device is told
                if not self._is_ended:
                    self.problem = problem
                return
            time.sleep(PAUSE)

    def _begin(self):
        """A session, and in it the numbering."""
        if self._token is None:
            self._token, _ = log_in(self._url, self._email, self._password)
        if self._token != self._asked:
            _, sequences = call(self._url, "GET", "/v1/sequences", token=self._token)
            if sequences["epoch"] != self._epoch:
                self._epoch, self.items, self.epochs = sequences["epoch"], [], self.epochs + 1
                self._last = f"0-0-{self._epoch}"
            self._asked = self._token

    def _listen(self):
        self._begin()
        one = connection(self._url, SILENCE)
        try:
            one.connect()
            self._socket = one.sock
            one.request("GET", "/v1/events", headers={"Authorization": f"Bearer {self._token}", "Last-Event-ID": self._last})
            answer = one.getresponse()
            if answer.status != 200:
                raise Refused(answer.status, answer.read().decode("utf-8", "replace"))
            self.begun += 1
            self._read(answer)
        finally:
            if self.begun > len(self.ended):
                self.ended.append(time.monotonic())
            one.close()

    def _read(self, answer):
        event = {}
        while line := answer.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                event[name] = value
            elif event:
                self._take(event)
                event = {}

    def _take(self, event):
        if event.get("event") == "push":
            item = json.loads(event["data"])
            self.items.append((item["sequence"], item["push"], text_of(item), time.monotonic()))
        elif event.get("event") == "gap":
            raise ValueError(f"items are gone: {event}")
        self._last = event.get("id", self._last)

    def stop(self):
        """Ends it, and waits for its end."""
        self._is_ended = True
        if self._socket:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself
        self.join(timeout=10)


def text_of(item):
    """The text of an item's payload."""
    return json.loads(item["payload"])["aps"]["alert"] if item.get("payload") else None
