"""As much of AMQP 0-9-1 as a publisher says that waits for confirms: frames of a type, a channel, a length, a body and an end."""

import struct

from .load import read_until

METHOD, HEADER, BODY, END = 1, 2, 3, b"\xce"
BASIC = 60
PERSISTENT = 2
# A frame's own octets, around its body.
AROUND = 8


def _frame(kind, channel, body):
    return struct.pack(">BHI", kind, channel, len(body)) + body + END


def _method(channel, family, number, arguments=b""):
    return _frame(METHOD, channel, struct.pack(">HH", family, number) + arguments)


def _short(text):
    return bytes([len(text)]) + text


def _long(text):
    return struct.pack(">I", len(text)) + text


def _ask(one, request, family, number):
    """Sends something, and waits for the method that answers it."""
    one.sendall(request)
    answer = read_until(one, lambda came: len(came) >= 7 and len(came) >= AROUND + struct.unpack(">I", came[3:7])[0])
    if struct.unpack(">HH", answer[7:11]) != (family, number):
        raise RuntimeError(f"a broker answered {answer[:200]!r}")


def connect_publisher(one, queue):
    """Introduces a connection as the guest that a broker lets in from its own machine, with a durable quorum queue, and asks for confirms."""
    _ask(one, b"AMQP\0\0\x09\1", 10, 10)
    _ask(one, _method(0, 10, 11, _long(b"") + _short(b"PLAIN") + _long(b"\0guest\0guest") + _short(b"en_US")), 10, 30)
    tuned = _method(0, 10, 31, struct.pack(">HIH", 16, 131072, 0))
    _ask(one, tuned + _method(0, 10, 40, _short(b"/") + _short(b"") + b"\0"), 10, 41)
    _ask(one, _method(1, 20, 10, _short(b"")), 20, 11)
    kind = _long(_short(b"x-queue-type") + b"S" + _long(b"quorum"))
    durable = b"\2"
    _ask(one, _method(1, 50, 10, struct.pack(">H", 0) + _short(queue) + durable + kind), 50, 11)
    _ask(one, _method(1, 85, 10, b"\0"), 85, 11)


def publish(queue, payload):
    """A persistent message to a queue. What confirms it has 21 bytes."""
    method = _method(1, BASIC, 40, struct.pack(">H", 0) + _short(b"") + _short(queue) + b"\0")
    header = _frame(HEADER, 1, struct.pack(">HHQH", BASIC, 0, len(payload), 1 << 12) + bytes([PERSISTENT]))
    return method + header + _frame(BODY, 1, payload)
