"""Callers that each send one request again and again, and wait for its answer before they send the next (Benchmarks/acknowledged.c)."""

import contextlib
import json
import pathlib
import socket
import subprocess
import urllib.parse

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks/acknowledged.c"


class Load:
    """The program, compiled into a directory."""

    def __init__(self, directory):
        self._program = directory / "acknowledged"
        if not self._program.exists():
            subprocess.run(["cc", "-O2", "-o", str(self._program), str(SOURCE)], timeout=60, check=True)

    def run(self, callers, answer, seconds):
        """Has all callers send for so many seconds, after one that is not counted.

        Each caller is a connection and its request. `answer` is how an answer ends: `("bytes", length)`, `("lines", count)` or `("http", status)`.

        Returns: `perSecond`, `count`, and how long an answer took in microseconds: `p50`, `p99`, `longest`; and `own`, the
        microseconds of the processor that the program itself took for each; and `all` answers, with those of the first second.
        """
        typed = b"".join(b"%d %d\n%s" % (one.fileno(), len(request), request) for one, request in callers)
        result = subprocess.run(
            [str(self._program), str(seconds), answer[0], str(answer[1])], input=typed, capture_output=True, timeout=seconds + 60,
            pass_fds=[one.fileno() for one, _ in callers], check=False)
        if result.returncode != 0:
            raise RuntimeError(f"acknowledged: {result.stderr.decode('utf-8', 'replace')[:500]}")
        return json.loads(result.stdout)

    def http(self, url, requests, status, seconds):
        """The same for a server that speaks HTTP: a connection for each request."""
        place = urllib.parse.urlsplit(url)
        with contextlib.ExitStack() as stack:
            callers = [(stack.enter_context(connect(place.port)), request) for request in requests]
            return self.run(callers, ("http", status), seconds)


def connect(port):
    """A connection with a server of this machine, which sends at once what it is given."""
    one = socket.create_connection(("127.0.0.1", port), timeout=20)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return one


def read_until(one, is_whole, most=1 << 20):
    """Reads from a connection until what came is whole.

    Returns: what came.
    """
    came = b""
    while not is_whole(came):
        piece = one.recv(65536)
        if not piece or len(came) > most:
            raise RuntimeError(f"a server ended or said too much: {came[:200]!r}")
        came += piece
    return came


def get(path, token=None):
    """A request that asks for something."""
    lines = [f"GET {path} HTTP/1.1", "Host: bench", *([f"Authorization: Bearer {token}"] if token else [])]
    return "\r\n".join([*lines, "", ""]).encode()


def post(path, body, token):
    """A request that brings something."""
    text = json.dumps(body)
    lines = [f"POST {path} HTTP/1.1", "Host: bench", f"Authorization: Bearer {token}", "Content-Type: application/json", f"Content-Length: {len(text)}"]
    return "\r\n".join([*lines, "", text]).encode()
