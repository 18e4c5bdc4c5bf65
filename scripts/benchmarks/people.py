"""The targets for what people write to each other: how quickly it arrives, and whether much of it is as quick as little."""

import contextlib
import http.client
import json
import sqlite3
import statistics
import subprocess
import time
import urllib.parse
import uuid

from harness.home import Home
from harness.mismatch import expect
from harness.processes import listener_pid, stop_process
from harness.services import Server

from .results import Target

READER, WRITER, PASSWORD = "ada@example.org", "bob@example.org", "a password for measuring"
LATENCIES = 200
# Conversations, and messages in all of them.
FEW, MANY = (10, 1_000), (1_000, 100_000)
RUNS = 15
# The bounds: a message, which is told of and then fetched, against a push, which comes with what is told; much against little.
LATENCY_BOUND, GROWTH_BOUND = 2.5, 2


def time_people(programs):
    """Measures everything.

    Returns: the targets.
    """
    print("Messages of people …", flush=True)
    with contextlib.closing(Pair(programs)) as pair:
        messages, pushes = zip(*((pair.message(), pair.push()) for _ in range(LATENCIES)))
        for name, place in (("p50", LATENCIES // 2), ("p99", LATENCIES * 99 // 100)):
            yield Target(
                f"people: a message to the other's page, {name}, against a push", sorted(messages)[place],
                sorted(pushes)[place], LATENCY_BOUND)
    print(f"{MANY[1]:,} messages in {MANY[0]:,} conversations …", flush=True)
    with contextlib.closing(Pair(programs, FEW)) as few, contextlib.closing(Pair(programs, MANY)) as many:
        title = f"with {MANY[1]:,} messages in {MANY[0]:,} conversations, against {FEW[1]:,} in {FEW[0]:,}"
        pages = [(many.page(), few.page()) for _ in range(RUNS)]
        yield _growth(f"people: the messages page {title}", pages)
        reconnects = [(many.reconnect(), few.reconnect()) for _ in range(RUNS)]
        yield _growth(f"people: a start and a connection {title}", reconnects)


def _growth(title, rounds):
    ours, theirs = (statistics.median(side) for side in zip(*rounds))
    return Target(title, ours, theirs, GROWTH_BOUND)


class Pair:
    """A server, and the agent of Ada, whom Bob and others write to, in a private home."""

    def __init__(self, programs, amount=(0, 0)):
        self._stack = contextlib.ExitStack()
        try:
            self._set_up(programs, *amount)
        except BaseException:
            self.close()
            raise

    def _set_up(self, programs, conversations, messages):
        self.home = Home(programs)
        self._stack.callback(self.home.remove)
        self.server = Server(self.home, "--push-rate", "100000")
        self._stack.callback(self.server.stop)
        for email in (READER, WRITER):
            self.server.add_account(email, PASSWORD)
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(self.server.url).netloc, timeout=30)
        self.token = None
        reader, writer = self._log_in(READER), self._log_in(WRITER)
        self.reader = self._me(reader)
        self._ask("PUT", f"/v1/follows/{self._me(writer)}", token=reader)
        if conversations:
            self._fill(conversations, messages // conversations)
        self.token = writer
        self.environment = self.home.environment(VAULT_SERVER_URL=self.server.url, VAULT_CREDENTIAL_STORE="file")
        self._stack.callback(self._stop_agent)
        self._vault("login", "--email", READER, "--password-stdin", typed=PASSWORD + "\n")
        self._wait_for("SELECT count(*) FROM channelMessages", messages, 300, every=0.05)
        self._vault("messages")

    def close(self):
        """Ends what was started and removes everything."""
        self._stack.close()

    def message(self):
        """The milliseconds from a message's sending until it is on the page of the other one."""
        before = self._value("SELECT count(*) FROM channelMessages")
        start = time.monotonic()
        self._ask("POST", f"/v1/channels/{self.reader}/messages", {"id": str(uuid.uuid4()), "text": "x" * 120})
        self._wait_for("SELECT count(*) FROM channelMessages", before + 1, 20)
        elapsed = (time.monotonic() - start) * 1000
        return elapsed

    def push(self):
        """The milliseconds from a push's sending until it is in the other's inbox, which a notice leaves at once."""
        before = self._value("SELECT coalesce(max(highest), 0) FROM owners")
        start = time.monotonic()
        body = {"to": {"alias": self.reader}, "expiresIn": 1, "payload": {"aps": {"alert": "x" * 120}, "kind": "notice"}}
        # Only so many of one person wait for another: each takes the place of the one before.
        self._ask("POST", "/v1/pushes", body, headers={"apns-collapse-id": "measured"})
        self._wait_for("SELECT coalesce(max(highest), 0) FROM owners", before + 1, 20)
        return (time.monotonic() - start) * 1000

    def page(self):
        """The milliseconds of `vault messages`."""
        start = time.monotonic()
        self._vault("messages")
        return (time.monotonic() - start) * 1000

    def reconnect(self):
        """The milliseconds from an agent's start until it has compared everything with the server."""
        self._stop_agent()
        start = time.monotonic()
        while not json.loads(self._vault("message", "list", "--limit", "1", "--json"))["isConnected"]:
            expect(time.monotonic() < start + 60, "a connection", "there is none")
        return (time.monotonic() - start) * 1000

    def _fill(self, conversations, each):
        """Puts conversations into the server's database as it would, but without a request for each message."""
        path = self.home.path("server", "vault-server.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as database, database:
            now = int(time.time() * 1000)
            for number in range(conversations):
                side, partner = (str(uuid.uuid4()).upper() for _ in range(2))
                database.execute(
                    "INSERT INTO channels (id, title, description, createdAt, owner, partner, highest, answered)"
                    " VALUES (?, ?, '', ?, ?, ?, ?, ?)", (side, f"p{number}", now, self.reader, partner, each, each))
                database.executemany(
                    "INSERT INTO messages (channelID, sequence, id, sender, senderName, text, receivedAt)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    [(side, sequence, str(uuid.uuid4()).upper(), partner, f"p{number}", "x" * 80, now + sequence)
                     for sequence in range(1, each + 1)])

    def _log_in(self, email):
        return self._ask("POST", "/v1/sessions", {"email": email, "password": PASSWORD})["token"]

    def _me(self, token):
        return self._ask("GET", "/v1/me", token=token)["id"]

    def _ask(self, method, path, body=None, token=None, headers=None):
        all_headers = {"Content-Type": "application/json"} | (headers or {})
        if token or self.token:
            all_headers["Authorization"] = "Bearer " + (token or self.token)
        self.connection.request(method, path, json.dumps(body) if body else None, all_headers)
        answer = self.connection.getresponse()
        text = answer.read()
        expect(answer.status < 300, f"{method} {path} to succeed", f"{answer.status}: {text.decode()}")
        return json.loads(text) if text else None

    def _vault(self, *arguments, typed=""):
        result = subprocess.run(
            [self.home.program("vault"), *arguments], env=self.environment, input=typed.encode(), capture_output=True,
            timeout=120, check=False)
        expect(result.returncode == 0, f"`vault {arguments[0]}` to succeed", f"{result.returncode}: {result.stderr.decode()}")
        return result.stdout

    def _wait_for(self, query, least, seconds, every=0.0002):
        deadline = time.monotonic() + seconds
        while self._value(query) < least:
            expect(time.monotonic() < deadline, f"{query} to be {least}", str(self._value(query)))
            time.sleep(every)

    def _value(self, query):
        if not hasattr(self, "inbox"):
            path = self.home.path("data", "inbox.db")
            if not path.exists():
                return 0
            self.inbox = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
            self._stack.callback(self.inbox.close)
        try:
            return self.inbox.execute(query).fetchone()[0]
        except sqlite3.OperationalError:
            return 0  # it is being made

    def _stop_agent(self):
        if self.home.agent_socket.exists():
            stop_process(listener_pid(self.home.agent_socket))
