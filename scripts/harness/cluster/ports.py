"""Ports of the loopback interface."""

import random
import socket

from ..mismatch import Mismatch


def free_port():
    """One that nobody has just now, and that the kernel gives to no connection: those have the ports from 32768 on."""
    for _ in range(100):
        port = random.randrange(15_000, 32_000)
        with socket.socket() as candidate:
            try:
                candidate.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Mismatch("a free port", "none in a hundred tries")
