"""What one push, stream, opening, delivery, request and item costs a node and PostgreSQL."""

import base64
import contextlib
import hashlib
import secrets
import selectors
import threading
import time

from harness.cluster import api

from .deployment import CALLERS, PAYLOAD, Stream, account
from .load import post
from .usage import Usage, resident_bytes

SECONDS, STREAMS, IDLE_SECONDS = 5, 1_000, 12
# Rows of a command, which is an argument of psql.
AT_ONCE = 200


def measure_costs(deployment):
    """Measures everything on a deployment of three nodes, of which the others than the first are idle unless it is said.

    Returns: each figure by its name: seconds of a core, bytes, or pushes a second, as the name says.
    """
    here, there = deployment.cluster.nodes[:2]
    figures = {}
    _sizes(deployment, here, figures)
    _pushes(deployment, here, there, figures)
    _items(deployment, figures)
    _requests(deployment, here, figures)
    _streams(deployment, there, figures)
    _deliveries(deployment, here, there, figures)
    return figures


def _sizes(deployment, node, figures):
    push = {"to": {"alias": deployment.cluster.account}, "payload": PAYLOAD}
    with contextlib.closing(Stream(node.url, deployment.cluster.session)) as stream:
        api.call(node.url, "POST", "/v1/pushes", push, deployment.token)
        figures["bytesOfPush"], figures["bytesOfEvent"] = len(post("/v1/pushes", push, deployment.token)), stream.next()


def _pushes(deployment, node, other, figures):
    """By one caller and by many; what an idle node takes to hear of them."""
    one = deployment.pushes(node.url, deployment.token, SECONDS, callers=1)
    figures["secondsOfPushAlone"] = one["p50"] / 1e6
    deployment.ask("CHECKPOINT")  # what it writes anew of each page is a part of the log
    used, heard = Usage(node, deployment.primary), Usage(other, deployment.primary)
    many = deployment.pushes(node.url, deployment.token, SECONDS)
    count = many["all"]
    by_node, by_database, log = used.taken()
    figures.update(
        pushesPerSecond=many["perSecond"], nodeSecondsOfPush=by_node / count, databaseSecondsOfPush=by_database / count, logBytesOfPush=log / count,
        otherNodeSecondsOfPush=heard.taken()[0] / count)


def _items(deployment, figures):
    deployment.ask("VACUUM ANALYZE vault.pushes, vault.inbox")
    size = "pg_total_relation_size('vault.pushes') + pg_total_relation_size('vault.inbox')"
    figures["diskBytesOfItem"] = float(deployment.ask(f"SELECT ({size})::float8 / (SELECT count(*) FROM vault.inbox)"))


def _requests(deployment, node, figures):
    """Who asks who they are, and who asks for ten items, of a session that the node knows."""
    for name, path in (("Request", "/v1/me"), ("Page", "/v1/inbox?after=0&limit=10")):
        used = Usage(node, deployment.primary)
        count = deployment.requests(node.url, path, deployment.cluster.session, SECONDS)["all"]
        by_node, by_database, _ = used.taken()
        figures[f"nodeSecondsOf{name}"], figures[f"databaseSecondsOf{name}"] = by_node / count, by_database / count


def _streams(deployment, node, figures):
    """Opening them one after the other, and what they take while nothing comes."""
    with contextlib.ExitStack() as stack:
        tokens = sessions(deployment, STREAMS)
        stack.enter_context(contextlib.closing(Stream(node.url, tokens[0])))
        used, memory = Usage(node, deployment.primary), resident_bytes(node.pid)
        for token in tokens[1:]:
            stack.enter_context(contextlib.closing(Stream(node.url, token, settle=False)))
        count = len(tokens) - 1
        by_node, by_database, _ = used.taken()
        figures.update(
            bytesOfStream=(resident_bytes(node.pid) - memory) / count, nodeSecondsOfOpening=by_node / count, databaseSecondsOfOpening=by_database / count)
        used = Usage(node, deployment.primary)
        time.sleep(IDLE_SECONDS)  # nothing is waited for: what passes meanwhile is what is measured
        by_node, by_database, _ = used.taken()
        figures.update(nodeSecondsOfIdleStreamSecond=by_node / len(tokens) / IDLE_SECONDS, databaseSecondsOfIdleNodesSecond=by_database / IDLE_SECONDS)


def _deliveries(deployment, node, other, figures):
    """A stream for each account to which is pushed, on another node: what that node and PostgreSQL take more than without."""
    tokens = sessions(deployment, CALLERS)
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(contextlib.closing(Stream(other.url, token, settle=False))) for token in tokens]
        reader = stack.enter_context(Reader(streams))
        used = Usage(other, deployment.primary)
        count = deployment.pushes(node.url, deployment.token, SECONDS)["all"]
        by_node, by_database, _ = used.taken()
        figures["nodeSecondsOfDelivery"] = max(0, by_node / count - figures["otherNodeSecondsOfPush"])
        figures["databaseSecondsOfDelivery"] = max(0, by_database / count - figures["databaseSecondsOfPush"])
        figures["deliveredShare"] = reader.events / count


def sessions(deployment, count):
    """Sessions of as many accounts: what opens them. They are written past the server, which would hash a password for each."""
    tokens = [secrets.token_bytes(32) for _ in range(count)]
    deployment.add_accounts(max(deployment.accounts, count))
    now = int(time.time() * 1000)
    rows = [
        f"('\\x{hashlib.sha256(token).hexdigest()}', '{account(number)}', {now}, {now}, {now + 86_400_000})" for number, token in enumerate(tokens, 1)]
    for start in range(0, count, AT_ONCE):
        some = ",".join(rows[start:start + AT_ONCE])
        deployment.ask(f"INSERT INTO vault.sessions (tokenHash, accountID, createdAt, lastUsedAt, expiresAt) VALUES {some}")
    return [base64.urlsafe_b64encode(token).rstrip(b"=").decode() for token in tokens]


class Reader(threading.Thread):
    """Reads from streams until it is told to end, and counts the events."""

    def __init__(self, streams):
        super().__init__(daemon=True)
        self._selector, self._is_ended, self.events = selectors.DefaultSelector(), threading.Event(), 0
        for stream in streams:
            self._selector.register(stream.connection, selectors.EVENT_READ)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self._is_ended.set()
        self.join(10)

    def run(self):
        while not self._is_ended.is_set():
            for key, _ in self._selector.select(0.2):
                self.events += key.fileobj.recv(1 << 16).count(b"event: push")
