"""What checks a cluster finds what it should: each test plants one fault."""

import pathlib
import socket
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.cluster.checker import told, verdict  # noqa: E402
from harness.cluster.wire import Wire, WithoutPokes  # noqa: E402

ACKNOWLEDGED = [("A", "one 1"), ("B", "two 1"), ("C", "one 2")]
STORED = [(1, "A", "one 1"), (2, "B", "two 1"), (3, "C", "one 2")]
CAME = [(1, "A"), (2, "B"), (3, "C")]


class VerdictTests(unittest.TestCase):
    def test_what_is_right_is_said_to_be(self):
        found = verdict(ACKNOWLEDGED, STORED, {"phone": CAME})
        self.assertEqual(found, {})
        self.assertEqual(told(found), "0 lost, 0 twice, 0 gaps, in order")

    def test_what_was_stored_without_an_acknowledgement_is_no_fault(self):
        self.assertEqual(verdict(ACKNOWLEDGED[:2], STORED), {})

    def test_a_lost_push(self):
        self.assertEqual(verdict(ACKNOWLEDGED, STORED[:2]), {"lost": ["one 2"]})

    def test_a_push_that_is_stored_twice(self):
        self.assertEqual(verdict(ACKNOWLEDGED, [*STORED, (4, "D", "one 2")]), {"twice": ["one 2"]})

    def test_a_gap(self):
        self.assertEqual(verdict(ACKNOWLEDGED, [*STORED[:2], (4, "C", "one 2")]), {"gaps": [3]})

    def test_an_order_that_is_not_that_of_sending(self):
        self.assertEqual(verdict([], [(1, "C", "one 2"), (2, "A", "one 1")]), {"out of order": ["one 1"]})

    def test_numbers_are_compared_as_numbers(self):
        self.assertEqual(verdict([], [(1, "C", "one 9"), (2, "A", "one 10")]), {})

    def test_a_device_that_lacks_one(self):
        self.assertEqual(verdict([], STORED, {"phone": CAME[:2]}), {"device phone": ["lacks 3"]})

    def test_a_device_that_has_one_twice(self):
        self.assertEqual(verdict([], STORED, {"phone": [*CAME, (3, "C")]}), {"device phone": ["has 3 2 times"]})

    def test_a_device_that_has_another_item_under_a_number(self):
        self.assertEqual(
            verdict([], STORED, {"phone": [*CAME[:2], (3, "X")]}), {"device phone": ["lacks 3", "has another 3"]})

    def test_a_device_that_has_them_in_another_order(self):
        self.assertEqual(verdict([], STORED, {"phone": CAME[::-1]}), {"device phone": ["has them in another order"]})


class WireTests(unittest.TestCase):
    def setUp(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        self.wire = Wire(server.getsockname()[1])
        self.addCleanup(self.wire.close)
        self.client = socket.create_connection(("127.0.0.1", self.wire.port), timeout=10)
        self.addCleanup(self.client.close)
        self.server, _ = server.accept()
        self.server.settimeout(10)
        self.addCleanup(self.server.close)

    def test_what_is_held_comes_when_it_is_released(self):
        self.client.sendall(b"first")
        self.assertEqual(self.server.recv(10), b"first")
        self.wire.hold()
        self.client.sendall(b"second")
        self.server.settimeout(0.2)
        with self.assertRaises(TimeoutError):
            self.server.recv(10)
        self.wire.release()
        self.server.settimeout(10)
        self.assertEqual(self.server.recv(10), b"second")

    def test_a_cut_ends_both_sides(self):
        self.client.sendall(b"first")
        self.assertEqual(self.server.recv(10), b"first")
        self.wire.cut()
        self.assertEqual((self.client.recv(10), self.server.recv(10)), (b"", b""))

    def test_nothing_of_it_is_left_at_the_end(self):
        self.wire.close()
        self.assertEqual(self.client.recv(10), b"")
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", self.wire.port), timeout=1)


class WithoutPokesTests(unittest.TestCase):
    POKE = b"A" + (4 + 4 + 6 + 1).to_bytes(4, "big") + b"\0\0\0\7vault\0\0"
    OTHER = b"Z" + (5).to_bytes(4, "big") + b"I"

    def test_pokes_alone_are_taken_out_wherever_they_are_cut(self):
        said = self.OTHER + self.POKE + self.OTHER + self.POKE
        for size in range(1, len(said) + 1):
            passing = WithoutPokes()
            heard = b"".join(passing(said[start:start + size]) for start in range(0, len(said), size))
            self.assertEqual(heard, 2 * self.OTHER, size)


if __name__ == "__main__":
    unittest.main()
