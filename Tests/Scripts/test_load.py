"""The callers of the bench count what was answered, and speak as brokers expect it."""

import contextlib
import pathlib
import shutil
import socket
import struct
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from benchmarks.amqp import publish  # noqa: E402
from benchmarks.load import Load, get, post  # noqa: E402


class Answering(threading.Thread):
    """Answers each piece that comes on a connection, until it ends."""

    def __init__(self, answer):
        super().__init__(daemon=True)
        self.caller, self._side = socket.socketpair()
        self._answer, self.asked = answer, []

    def run(self):
        # Whoever ends while an answer is under way resets the connection.
        with self._side, contextlib.suppress(ConnectionResetError, BrokenPipeError):
            while piece := self._side.recv(65536):
                self.asked.append(piece)
                # In two pieces: an answer is whole when all of it has come.
                for part in (self._answer[:1], self._answer[1:]):
                    self._side.sendall(part)


class LoadTests(unittest.TestCase):
    def setUp(self):
        self.here = pathlib.Path(tempfile.mkdtemp(prefix="load-"))
        self.addCleanup(shutil.rmtree, self.here)
        self.load = Load(self.here)

    def ask(self, answer, kind):
        sides = [Answering(answer) for _ in range(3)]
        for side in sides:
            side.start()
        try:
            return sides, self.load.run([(side.caller, b"request %d" % number) for number, side in enumerate(sides)], kind, 0.2)
        finally:
            for side in sides:
                side.caller.close()
                side.join(10)

    def test_each_caller_sends_its_own_request_again_and_again_and_waits_for_the_whole_answer(self):
        for answer, kind in ((b"four", ("bytes", 4)), (b"one\r\ntwo\r\n", ("lines", 2)), (b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok", ("http", 201))):
            sides, figures = self.ask(answer, kind)
            self.assertGreater(figures["count"], 0)
            self.assertLessEqual(figures["p50"], figures["p99"])
            self.assertLessEqual(figures["p99"], figures["longest"])
            for number, side in enumerate(sides):
                self.assertEqual(set(side.asked), {b"request %d" % number}, kind)

    def test_another_status_is_a_failure_and_no_figure(self):
        with self.assertRaisesRegex(RuntimeError, "429"):
            self.ask(b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n", ("http", 201))

    def test_nobody_to_ask_is_a_failure(self):
        with self.assertRaisesRegex(RuntimeError, "no callers"):
            self.load.run([], ("bytes", 4), 0.2)


class RequestTests(unittest.TestCase):
    def test_http(self):
        self.assertEqual(get("/v1/me", "t"), b"GET /v1/me HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer t\r\n\r\n")
        head, body = post("/v1/pushes", {"a": 1}, "t").split(b"\r\n\r\n")
        self.assertEqual(body, b'{"a": 1}')
        self.assertIn(b"Content-Length: 8", head)

    def test_a_publication_of_amqp_is_three_frames(self):
        rest, kinds = publish(b"inbox", b"payload"), []
        while rest:
            kind, channel, length = struct.unpack(">BHI", rest[:7])
            self.assertEqual((channel, rest[7 + length]), (1, 0xCE))
            kinds.append(kind)
            last, rest = rest[7:7 + length], rest[8 + length:]
        self.assertEqual((kinds, last), ([1, 2, 3], b"payload"))


if __name__ == "__main__":
    unittest.main()
