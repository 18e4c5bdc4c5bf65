"""The targets for several nodes on PostgreSQL: side by side with the database alone, with SQLite, and with brokers."""

import contextlib
import json
import math
import pathlib
import statistics

from harness.cluster import api
from harness.cluster.balancer import Balancer

from .brokers import BROKERS
from .deployment import CALLERS, PAYLOAD, Deployment, Stream, until_event
from .results import Target
from .retention import time_retention

# The sides take turns: what else the machine does meanwhile hits all of them.
ROUNDS, SECONDS = 3, 3
STREAMS, FAN_OUT_PUSHES = 1_000, 50
EVENTS, EVERYONE, EVERYONE_PUSHES = 100, 100_000, 3
# At least so much of a rate.
OF_THE_CLIENT, OF_SQLITE, OF_HELLO, OF_HELLO_ON_SQLITE = 0.7, 2.5, 0.45, 0.6
OF_QUIET_PUSHES = 2


def time_cluster(programs, postgres):
    """Measures everything, with a directory of programs and the program `postgres-bench`, beside which is the server that speaks with PostgreSQL.

    Returns: the targets.
    """
    with contextlib.closing(Deployment(pathlib.Path(postgres).parent, programs)) as deployment:
        print(f"Pushes by {CALLERS} callers, beside the database alone, SQLite and brokers …", flush=True)
        yield from _pushes(deployment)
        print("Requests, beside a bare Hummingbird …", flush=True)
        yield from _requests(deployment)
        print("Event streams on 1, 2 and 3 nodes …", flush=True)
        yield from _fan_out(deployment)
        print(f"Events on another node, for one and for {EVERYONE:,} accounts …", flush=True)
        yield from _events(deployment)
    print("Pushes while retention goes through a million items …", flush=True)
    during, without = time_retention(pathlib.Path(postgres).parent, programs)
    yield Target(
        "cluster: a push's p99 while retention goes through a million items, against without", during["p99"] / 1000, without["p99"] / 1000, OF_QUIET_PUSHES)


def _faster(title, ours, theirs, bound=None):
    """A target for two rates, shown as what one of it takes."""
    ours, theirs = (statistics.median(1e6 / rate for rate in rates) for rates in (ours, theirs))
    return Target(title, ours, theirs, bound, at_least=True, unit="µs")


def _pushes(deployment):
    rates = {}

    own = []

    def keep(title, figures):
        rates.setdefault(title, []).append(figures["perSecond"])
        own.extend([figures["own"] * figures["perSecond"] / 1e6] if "own" in figures else [])

    payload = json.dumps(PAYLOAD).encode()
    with contextlib.ExitStack() as stack:
        url, token, _ = stack.enter_context(deployment.sqlite_server())
        for _ in range(ROUNDS):
            keep("node", deployment.pushes(deployment.cluster.nodes[0].url, deployment.token, SECONDS))
            keep("client", deployment.appends(SECONDS))
            keep("pgbench", {"perSecond": deployment.pgbench(SECONDS)})
            keep("SQLite", deployment.pushes(url, token, SECONDS))
    for name, kind in BROKERS.items():
        # Started for its own turn, since one that is idle takes time, too.
        with kind() as broker:
            callers = broker.callers(CALLERS, payload)
            for _ in range(ROUNDS):
                keep(name, deployment.load.run(callers, broker.answer, SECONDS))
        print(f"  {name} syncs {kind.syncs}.", flush=True)
    print("  PostgreSQL syncs before it acknowledges, all that came meanwhile together; SQLite before it acknowledges, each push by itself.", flush=True)
    print(f"  The callers took at most {max(own):.2f} of a core for themselves.", flush=True)
    pushed = f"cluster: a push by {CALLERS} callers"
    yield _faster(f"{pushed}, against the same append through PostgresClient", rates["node"], rates["client"], OF_THE_CLIENT)
    yield _faster(f"{pushed}, against the server on SQLite", rates["node"], rates["SQLite"], OF_SQLITE)
    for title in ("pgbench", *BROKERS):
        yield _faster(f"{pushed}, against {title}", rates["node"], rates[title])


def _requests(deployment):
    rates = {"hello": [], "node": [], "SQLite": []}
    with deployment.sqlite_server() as (url, _, session), deployment.hello() as hello:
        for _ in range(ROUNDS):
            rates["hello"].append(deployment.requests(hello, "/", None, SECONDS)["perSecond"])
            rates["node"].append(deployment.requests(deployment.cluster.nodes[0].url, "/v1/me", deployment.cluster.session, SECONDS)["perSecond"])
            rates["SQLite"].append(deployment.requests(url, "/v1/me", session, SECONDS)["perSecond"])
    yield _faster("cluster: a request with a token on PostgreSQL, against a bare Hummingbird hello", rates["node"], rates["hello"], OF_HELLO)
    yield _faster("cluster: a request with a token on SQLite, against a bare Hummingbird hello", rates["SQLite"], rates["hello"], OF_HELLO_ON_SQLITE)


def _fan_out(deployment):
    cluster = deployment.cluster
    rates = {count: [] for count in (1, 2, 3)}
    for _ in range(ROUNDS):
        for count, kept in rates.items():
            with contextlib.ExitStack() as stack:
                balancer = Balancer(deployment.home, cluster.nodes[:count])
                stack.callback(balancer.stop)
                kept.append(deployment.streams(balancer.url, STREAMS, FAN_OUT_PUSHES, cluster.nodes[0].pid)["deliveriesPerSecond"])
    for count in (2, 3):
        yield _faster(f"cluster: a delivery to one of {STREAMS:,} streams on {count} nodes, against 1", rates[count], rates[1])


def _events(deployment):
    here, there = deployment.cluster.nodes[:2]
    own = {"alias": deployment.cluster.account}
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(contextlib.closing(Stream(node.url, deployment.cluster.session))) for node in (here, there)]
        yield from _both(deployment, here, streams, own, EVENTS, "cluster: from push to event")
        deployment.add_accounts(EVERYONE)
        title = f"cluster: from push to everyone of {EVERYONE:,} to event"
        try:
            yield from _both(deployment, here, streams, {"everyone": True}, EVERYONE_PUSHES, title)
        except api.Refused as refused:
            # Missed, whatever is measured: nobody gets it.
            yield Target(f"{title}: refused with {refused.status}", math.inf, 1, 1)


def _both(deployment, node, streams, to, count, title):
    """Pushes to one node; each push is waited for on one stream, and then taken from the other one."""
    times = ([], [])
    for number in range(2 * count):
        side = number % 2
        times[side].append(until_event(node.url, deployment.token, to, streams[side]))
        streams[1 - side].next()
    near, far = (sorted(side) for side in times)
    middle = count // 2
    yield Target(f"{title} on another node, against the same node", 1000 * far[middle], 1000 * near[middle])
