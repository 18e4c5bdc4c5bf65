"""A way to a port of this machine that can be held up, as a network that drops everything, and cut."""

import contextlib
import socket
import threading

CHUNK = 64 << 10


class Wire:
    """Listens on a port of its own and passes on to another.

    `filtered` makes a filter for what the server says on one connection: bytes in, bytes out.
    """

    def __init__(self, target, filtered=None):
        self._target, self._filtered = target, filtered
        self._state = threading.Condition()
        self._is_held = self._is_closed = False
        self._sockets = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self):
        """Lets nothing pass from now on, and loses nothing: both sides see silence."""
        with self._state:
            self._is_held = True

    def release(self):
        """Lets everything pass again."""
        with self._state:
            self._is_held = False
            self._state.notify_all()

    def filter_new_connections(self, filtered):
        """Has what the server says pass such a filter, or none, on connections that begin from now on."""
        self._filtered = filtered

    def cut(self):
        """Ends all connections."""
        with self._state:
            sockets, self._sockets = self._sockets, set()
        for one in sockets:
            _end(one)

    def close(self):
        """Takes no more connections, and ends those there are; what was held up never comes."""
        with self._state:
            self._is_closed = True
        _end(self._listener)
        self._listener.close()
        self.cut()
        self.release()

    def _accept(self):
        while not self._is_closed:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(client,), daemon=True).start()

    def _wait(self):
        with self._state:
            self._state.wait_for(lambda: not self._is_held)

    def _join(self, client):
        self._wait()
        try:
            server = socket.create_connection(("127.0.0.1", self._target), timeout=5)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        with self._state:
            self._sockets |= {client, server}
            if self._is_closed:
                _end(client)
                _end(server)
        passing = self._filtered() if self._filtered else None
        back = threading.Thread(target=self._pump, args=(server, client, passing), daemon=True)
        back.start()
        self._pump(client, server, None)
        back.join()
        with self._state:
            self._sockets -= {client, server}
        client.close()
        server.close()

    def _pump(self, source, sink, passing):
        with contextlib.suppress(OSError):
            for one in (source, sink):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while data := source.recv(CHUNK):
                self._wait()
                if passing:
                    data = passing(data)
                if data:
                    sink.sendall(data)
        _end(source)
        _end(sink)


def _end(one):
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


class WithoutPokes:
    """Takes the notifications out of what PostgreSQL says (protocol 3.0, without TLS: a letter, a length, a body)."""

    POKE = ord("A")

    def __init__(self):
        self._kept = bytearray()

    def __call__(self, data):
        self._kept += data
        passed = bytearray()
        start = 0
        while len(self._kept) - start >= 5:
            end = start + 1 + int.from_bytes(self._kept[start + 1:start + 5], "big")
            if end > len(self._kept):
                break
            if self._kept[start] != self.POKE:
                passed += self._kept[start:end]
            start = end
        del self._kept[:start]
        return bytes(passed)
