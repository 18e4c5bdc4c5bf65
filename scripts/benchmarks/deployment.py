"""What is measured of a cluster: PostgreSQL, nodes and a balancer with many accounts, and programs that load them."""

import contextlib
import json
import pathlib
import re
import sqlite3
import subprocess
import time
import urllib.parse

from harness.cluster import api
from harness.cluster.cluster import EMAIL, Cluster
from harness.processes import Service
from harness.services import LISTENING

from .load import Load, connect, get, post, read_until

CALLERS = 64
PAYLOAD = {"aps": {"alert": "x" * 120}, "kind": "notice"}
# What a server of this size would have; everything else is as it comes.
SETTINGS = {"shared_buffers": "256MB", "max_wal_size": "4GB"}
OPTIONS = ["--push-rate", "100000", "--max-streams", "20000", "--max-connections", "20000"]


def account(number):
    """The id of an account that `add_accounts` made."""
    return f"00000000-0000-4000-8000-{number:012d}"


class Deployment:
    """A cluster, and the programs of two directories: those that speak with PostgreSQL, and those that measure."""

    def __init__(self, postgres_programs, programs, nodes=3, **pair):
        self._stack = contextlib.ExitStack()
        self.programs, self._bench = pathlib.Path(programs).resolve(), pathlib.Path(postgres_programs).resolve() / "postgres-bench"
        try:
            self.cluster = Cluster(postgres_programs, nodes=nodes, options=OPTIONS, **{"alone": True, "settings": SETTINGS, **pair})
            self._stack.callback(self.cluster.close)
            self.primary, self.home = self.cluster.pair.primary, self.cluster.home
            self.load = Load(self.home.root)
            self.accounts = 0
            self.add_accounts(CALLERS)
            self.token = self.cluster.command("token", "create", "--name", "bench", "--scope", "push:send").strip()
        except BaseException:
            self.close()
            raise

    def close(self):
        """Ends and removes everything."""
        self._stack.close()

    def ask(self, sql, seconds=600):
        """Runs SQL in the nodes' database, as its superuser."""
        return self.primary.ask(sql, database="vault", seconds=seconds)

    def add_accounts(self, count):
        """Makes accounts until there are so many beside the harness's own; nobody logs in to them."""
        self.ask(
            "INSERT INTO vault.accounts (id, email, emailKey, passwordHash, createdAt)"
            " SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.net', n || '@example.net', '', 0"
            f" FROM generate_series({self.accounts + 1}, {count}) AS n; ANALYZE vault.accounts")
        self.accounts = count

    # MARK: Load

    def pushes(self, url, token, seconds, callers=CALLERS):
        """Pushes over HTTP, each caller's to an inbox of its own.

        Returns: as `Load.run`.
        """
        requests = [post("/v1/pushes", {"to": {"alias": account(number + 1)}, "payload": PAYLOAD}, token) for number in range(callers)]
        return self.load.http(url, requests, 201, seconds)

    def requests(self, url, path, token, seconds, callers=16):
        """Requests that are answered with 200."""
        return self.load.http(url, [get(path, token)] * callers, 200, seconds)

    def appends(self, seconds):
        """The same pushes, stored through PostgresClient in this program's stead."""
        place = self.cluster.node_file.read_text(encoding="utf-8")
        typed = place + "".join(f"{account(number + 1)}\n" for number in range(CALLERS))
        return json.loads(self._run([self._bench, "appends", seconds], typed))

    def pgbench(self, seconds):
        """The same statement by pgbench, with a connection for each caller: how many a second."""
        script = self.primary.directory / "append.sql"
        # A name after a colon is a variable of pgbench's, in quotes, too.
        self.primary.database.write(script, (
            "SELECT vault.append_push(gen_random_uuid(), 'token' || chr(58) || 'pgbench', 'alias:' || :client_id::int,"
            " ('00000000-0000-4000-8000-' || lpad((:client_id::int + 1)::text, 12, '0'))::uuid, NULL, NULL,"
            f" '{json.dumps(PAYLOAD)}', (extract(epoch FROM now()) * 1000)::bigint, NULL, 'program', 'pgbench', NULL, 10, NULL);\n"))
        printed = self.primary.database.run(
            "pgbench", "--no-vacuum", "--protocol=prepared", f"--client={CALLERS}", "--jobs=1", f"--time={seconds}", f"--file={script}",
            f"--host={self.primary.directory}", f"--port={self.primary.port}", "--username=owner", "vault", seconds=seconds + 60)
        return float(re.search(r"^tps = ([\d.]+)", printed, re.MULTILINE).group(1))

    def streams(self, url, count, pushes, pid):
        """Event streams of one account, to which is pushed: the figures of hub-bench."""
        return json.loads(self._run([self.programs / "hub-bench", "streams", url, count, pushes, pid], self.cluster.session + "\n"))

    def _run(self, words, typed):
        result = subprocess.run([str(word) for word in words], input=typed, text=True, capture_output=True, timeout=300, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{words[0]} {words[1]}: status {result.returncode}: {result.stderr[-1000:]}")
        return result.stdout

    # MARK: Others

    @contextlib.contextmanager
    def hello(self):
        """A server that only says hello: its URL."""
        service = Service([self.programs / "hello-server"], self.home.environment(), self.home.path("logs", "hello"))
        try:
            port = service.wait_for_line(re.compile(r"^(\d+)$", re.MULTILINE), 20).group(1)
            yield f"http://127.0.0.1:{port}"
        finally:
            service.stop()

    @contextlib.contextmanager
    def sqlite_server(self):
        """The server on SQLite, where each push is committed by itself: its URL, a token to push with, and a session."""
        data = self.home.path(f"sqlite-{time.monotonic_ns()}")
        program, environment, person = str(self.programs / "vault-server"), self.home.environment(), "a password of a bench"

        def command(*words, text=""):
            return subprocess.run(
                [program, *words, "--data", str(data)], env=environment, input=text, text=True, capture_output=True, timeout=60, check=True).stdout

        command("account", "add", EMAIL, "--password-stdin", text=person + "\n")
        ids = [account(number + 1) for number in range(CALLERS)]
        with contextlib.closing(sqlite3.connect(data / "vault-server.sqlite")) as database, database:
            database.executemany(
                "INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt) VALUES (?1, ?1, ?1, '', 0)", [(one.upper(),) for one in ids])
        token = command("token", "create", "--name", "bench", "--scope", "push:send").strip()
        service = Service(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", str(data), "--log-level", "warning", *OPTIONS], environment, self.home.path("logs", "sqlite"))
        try:
            url = service.wait_for_line(LISTENING, 30).group(1)
            yield url, token, api.log_in(url, EMAIL, person)[0]
        finally:
            service.stop()


class Stream:
    """One event stream, read on the thread that waits for it. Where it is to `settle`, what it begins with is read first."""

    def __init__(self, url, session, settle=True):
        self.connection = connect(urllib.parse.urlsplit(url).port)
        self.connection.sendall(f"GET /v1/events HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {session}\r\n\r\n".encode())
        head = read_until(self.connection, lambda came: b"\r\n\r\n" in came)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"no stream: {head[:200]!r}")
        if settle:
            self.connection.settimeout(0.5)
            with contextlib.suppress(TimeoutError):
                while self.connection.recv(65536):
                    pass
        self.connection.settimeout(120)

    def next(self):
        """Waits for the event of a push.

        Returns: how many bytes came.
        """
        return len(read_until(self.connection, lambda came: b"event: push" in came and came.rstrip(b"\r\n") != came))

    def close(self):
        """Ends it."""
        self.connection.close()


def until_event(url, token, to, stream):
    """Pushes, and waits for the event.

    Returns: the seconds that both took.
    """
    start = time.monotonic()
    api.call(url, "POST", "/v1/pushes", {"to": to, "payload": PAYLOAD}, token, seconds=120)
    stream.next()
    return time.monotonic() - start
