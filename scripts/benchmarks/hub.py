"""The targets for the push hub: side by side with mosquitto and with a bare Hummingbird, and with its own agent."""

import contextlib
import http.client
import json
import re
import socket
import sqlite3
import statistics
import subprocess
import time
import urllib.parse

from harness.home import Home
from harness.mismatch import expect
from harness.processes import Service, listener_pid, stop_process
from harness.services import Server

from .results import Target

EMAIL, PASSWORD = "ada@example.org", "a password for measuring"
FEW, MANY = 1_000, 10_000
# A few rounds, the sides taking turns: what else the machine does meanwhile hits both.
ROUNDS = 3
PUSHES = {FEW: 100, MANY: 20}
MISSED = 100_000
LATENCIES = 200
# The largest page that the server gives.
PAGE = 500
# The bounds: KiB of an idle stream; an item while catching up, in times of the floor.
IDLE_BOUND, CATCH_UP_BOUND = 16, 1.5
# What it queues is not limited, and it logs no connections, which would cost it time.
MOSQUITTO = """listener {port} 127.0.0.1
allow_anonymous true
user root
persistence true
persistence_location {directory}/
max_queued_messages 0
connection_messages false
"""
WITH_ALL_DESCRIPTORS = ["sh", "-c", 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"']


def time_hub(programs):
    """Measures everything.

    Returns: the targets.
    """
    with contextlib.closing(HubSet(programs)) as hub:
        print("Event streams, beside mosquitto …", flush=True)
        yield from _fan_out(hub)
        print("Requests, beside a bare Hummingbird …", flush=True)
        yield _requests(hub)
        print(f"{MISSED:,} missed items, and pushes through server and agent …", flush=True)
        yield from _agent(hub)


def _fan_out(hub):
    for count, bound in ((FEW, 1), (MANY, 2)):
        rounds = [(hub.streams(count), hub.mqtt(count)) for _ in range(ROUNDS)]
        ours, theirs = ([1e6 / side["deliveriesPerSecond"] for side in sides] for sides in zip(*rounds))
        yield Target(
            f"hub: a delivery to one of {count:,} streams, against mosquitto", statistics.median(ours),
            statistics.median(theirs), bound, at_least=True, unit="µs")
        # Later rounds find the memory that earlier ones left.
        memory = max(side["bytesOfIdleClient"] for side, _ in rounds)
    yield Target(f"hub: an idle stream of {MANY:,}", memory / 1024, IDLE_BOUND, 1, unit="KiB")


def _requests(hub):
    rounds = [(hub.requests("/v1/me"), hub.hello()) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(1e6 / side["requestsPerSecond"] for side in sides) for sides in zip(*rounds))
    return Target("hub: a request with a token, against a bare Hummingbird hello", ours, theirs, 1 / 0.6, unit="µs")


def _agent(hub):
    ours = hub.catch_up(MISSED)
    floor = statistics.median(hub.floor_of_catching_up(MISSED) for _ in range(ROUNDS))
    yield Target(
        f"hub: an item of {MISSED:,} missed, kept, against a script that fetches and keeps them", ours * 1e6, floor * 1e6,
        CATCH_UP_BOUND, unit="µs")
    times = sorted(hub.latency() for _ in range(LATENCIES))
    middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
    yield Target("hub: from push to the agent's database, p99 against p50", late, middle)


class HubSet:
    """A server, an agent that is not logged in yet, and a broker, in a private home."""

    def __init__(self, programs):
        self._stack = contextlib.ExitStack()
        try:
            self._set_up(programs)
        except BaseException:
            self.close()
            raise

    def _set_up(self, programs):
        self.home = Home(programs)
        self._stack.callback(self.home.remove)
        self.server = Server(self.home, "--max-connections", "50000", "--max-streams", "50000", "--push-rate", "100000")
        self._stack.callback(self.server.stop)
        self.server.add_account(EMAIL, PASSWORD)
        self.environment = self.home.environment(VAULT_SERVER_URL=self.server.url, VAULT_CREDENTIAL_STORE="file")
        self._stack.callback(self._stop_agent)
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(self.server.url).netloc, timeout=30)
        self.last_used = time.monotonic()
        self.token = self._ask("POST", "/v1/sessions", {"email": EMAIL, "password": PASSWORD})["token"]

    def close(self):
        """Ends what was started and removes everything."""
        self._stack.close()

    def streams(self, count):
        """The figures of so many event streams."""
        return self._measure("streams", self.server.url, count, PUSHES[count], self.server.pid)

    def mqtt(self, count):
        """The figures of so many MQTT clients with quality of service 1 and persistent sessions, of a new broker."""
        directory = self.home.path(f"mosquitto-{time.monotonic_ns()}")
        directory.mkdir(mode=0o700)
        port = _free_port()
        configuration = directory / "mosquitto.conf"
        configuration.write_text(MOSQUITTO.format(port=port, directory=directory), encoding="utf-8")
        broker = Service(
            [*WITH_ALL_DESCRIPTORS, "mosquitto", "-c", str(configuration)], self.home.environment(),
            self.home.path("logs", "mosquitto"))
        try:
            broker.wait_for_line(re.compile("running"), 20)
            return self._measure("mqtt", port, count, PUSHES[count], broker.process.pid)
        finally:
            broker.stop()

    def requests(self, path):
        """The figures of requests with a token."""
        return self._measure("requests", self.server.url, path, 16, 3)

    def hello(self):
        """The figures of requests to a server that only says hello."""
        hello = Service([self.home.program("hello-server")], self.home.environment(), self.home.path("logs", "hello"))
        try:
            port = hello.wait_for_line(re.compile(r"^(\d+)$", re.MULTILINE), 20).group(1)
            return self._measure("requests", f"http://127.0.0.1:{port}", "/", 16, 3)
        finally:
            hello.stop()

    def catch_up(self, count):
        """Has a device log in that has missed so many items.

        Returns: the seconds from one item in its database to the next, as soon as it is logged in.
        """
        highest = self._miss(count)
        self._vault("login", "--email", EMAIL, "--password-stdin", typed=PASSWORD + "\n")
        start, kept = time.monotonic(), max(self._kept(), highest - count)
        # Whoever looked more often would take the time of a core from those who are measured.
        self._wait_for(highest, 120, every=0.01)
        return (time.monotonic() - start) / (highest - kept)

    def floor_of_catching_up(self, count):
        """The least that catching up is: the same pages fetched one after the other, read, and kept in one table.

        Returns: the seconds for an item.
        """
        path = self.home.path("floor.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.executescript(
                "PRAGMA journal_mode = wal; DROP TABLE IF EXISTS items;"
                " CREATE TABLE items (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, item TEXT NOT NULL)")
            start, newest = time.monotonic(), self.highest - count
            while newest < self.highest:
                items = self._ask("GET", f"/v1/inbox?after={newest}&limit={PAGE}")["items"]
                rows = [(item["sequence"], item["push"], json.dumps(json.loads(item["payload"]))) for item in items]
                with database:
                    database.executemany("INSERT INTO items VALUES (?, ?, ?)", rows)
                newest = rows[-1][0]
            return (time.monotonic() - start) / count

    def latency(self):
        """The milliseconds from a push's sending until it is in the agent's database."""
        start = time.monotonic()
        self._push()
        self.highest += 1
        self._wait_for(self.highest, 20)
        return (time.monotonic() - start) * 1000

    def _measure(self, *words):
        result = subprocess.run(
            [self.home.program("hub-bench"), *map(str, words)], input=f"{self.token}\n".encode(), capture_output=True,
            timeout=600, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"hub-bench {words[0]}: status {result.returncode}: {result.stderr.decode()}")
        return json.loads(result.stdout)

    def _ask(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = "Bearer " + self.token
        if time.monotonic() - self.last_used > 10:
            self.connection.close()  # the server keeps an idle one for 30 seconds
        self.connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.last_used = time.monotonic()
        expect(answer.status < 300, f"{method} {path} to succeed", f"{answer.status}: {text.decode()}")
        return json.loads(text)

    def _push(self):
        self._ask("POST", "/v1/pushes", {"payload": {"aps": {"alert": "x" * 120}, "kind": "notice"}})

    def _miss(self, count):
        """Puts items into the inbox as the server would, but without a request for each.

        Returns: the number of the newest.
        """
        self._push()
        with contextlib.closing(sqlite3.connect(self.home.path("server", "vault-server.sqlite"), timeout=30)) as database:
            with database:
                (account, highest), = database.execute("SELECT id, inboxHighest FROM accounts")
                (first,), = database.execute("SELECT max(number) FROM pushes")
                numbers = [(number,) for number in range(1, count)]
                database.executemany(
                    "INSERT INTO pushes (number, id, sender, recipient, payload, inboxCount, createdAt)"
                    f" SELECT {first} + ?1, printf('00000000-0000-4000-8000-%012d', ?1), sender, recipient, payload, 1, createdAt"
                    f" FROM pushes WHERE number = {first}", numbers)
                database.executemany(
                    f"INSERT INTO inbox (accountID, sequence, push) VALUES ('{account}', {highest} + ?1, {first} + ?1)",
                    numbers)
                database.execute("UPDATE accounts SET inboxHighest = inboxHighest + ?", (count - 1,))
                # Only as many are missed as are counted: what was pushed before is no longer kept.
                database.execute("UPDATE accounts SET inboxFirst = ?", (highest,))
                database.execute("DELETE FROM inbox WHERE sequence < ?", (highest,))
        self.highest = highest + count - 1
        return self.highest

    def _vault(self, *arguments, typed=""):
        result = subprocess.run(
            [self.home.program("vault"), *arguments], env=self.environment, input=typed.encode(), capture_output=True,
            timeout=120, check=False)
        expect(result.returncode == 0, f"`vault {arguments[0]}` to succeed", f"{result.returncode}: {result.stderr.decode()}")

    def _wait_for(self, highest, seconds, every=0.0002):
        deadline = time.monotonic() + seconds
        while self._kept() < highest:
            expect(time.monotonic() < deadline, f"item {highest} to be kept", f"{self._kept()} is the newest")
            time.sleep(every)

    def _kept(self):
        path = self.home.path("data", "inbox.db")
        if not path.exists():
            return 0
        if not hasattr(self, "inbox"):
            self.inbox = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
            self._stack.callback(self.inbox.close)
        try:
            return self.inbox.execute("SELECT coalesce(max(highest), 0) FROM owners").fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # it is being made

    def _stop_agent(self):
        if self.home.agent_socket.exists():
            stop_process(listener_pid(self.home.agent_socket))


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
