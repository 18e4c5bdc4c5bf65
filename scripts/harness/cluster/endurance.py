"""What a cluster has to endure, at full length. Each scenario has a cluster of its own, and gives back its figures in one line."""

import random
import statistics
import time

from ..mismatch import expect
from ..processes import wait_until
from . import api, network
from .checker import told
from .cluster import EMAIL, PASSWORD, Cluster
from .crowd import Crowd, allow_descriptors
from .device import text_of
from .wire import WithoutPokes

# What a push may wait longer than the promotion took, and devices after the last push, in seconds.
GRACE, LATEST = 3, 30


def exact(cluster):
    """Ends the sending, and compares everything with everything.

    Returns: a part of the line of figures.
    """
    cluster.finish(90)
    took = cluster.settle(LATEST)
    found = cluster.verdict()
    expect(not found, "nothing lost, nothing twice, no gap, in order", told(found))
    again, attempts = (sum(getattr(sender, name) for sender in cluster.senders) for name in ("repeated", "failures"))
    return (f"{cluster.acknowledged()} pushes acknowledged ({attempts} attempts failed, {again} were found stored when sent again), "
            f"{len(cluster.devices)} devices had all {took:.1f} s after the last: {told(found)}")


def kills(programs, pushes=10_000, count=25):
    """Nodes are killed, every fifth time two of three at once."""
    cluster = Cluster(programs)
    try:
        cluster.listen(20)
        cluster.send(pushes // 8, senders=8)
        killed = 0
        while killed < count:
            cluster.wait_for(pushes * 8 // 10 // count, 120)
            victims = random.sample(cluster.nodes, 2 if killed % 5 == 4 else 1)
            for node in victims:
                node.kill()
            cluster.wait_for(20)
            for node in victims:
                node.start()
            killed += len(victims)
        cluster.wait_until_sent(300)
        return f"{killed} nodes killed, {cluster.ended_streams()} streams ended; longest wait of a push {cluster.longest_wait():.2f} s; {exact(cluster)}"
    finally:
        cluster.close()


def promotions(programs, count=20):
    """The primary is killed and the better of two standbys promoted, again and again."""
    cluster = Cluster(programs, servers=3)
    try:
        cluster.listen(20)
        cluster.send(senders=8)
        times, waits = [], []
        for _ in range(count):
            cluster.wait_for(150)
            began = time.monotonic()
            cluster.pair.primary.kill()
            cluster.pair.promote()
            times.append(time.monotonic() - began)
            cluster.wait_for(100)
            waits.append(cluster.longest_wait(began))
            cluster.pair.rebuild()
        late = [f"{wait:.2f} s" for took, wait in zip(times, waits) if wait > took + GRACE]
        expect(not late, f"no push to wait {GRACE} s longer than a promotion", ", ".join(late))
        expect(cluster.ended_streams() == 0, "no stream to end", f"{cluster.ended_streams()} ended")
        return (f"{count} primaries killed, promoted in {statistics.median(times):.2f} s (longest {max(times):.2f}); longest wait of a push "
                f"{max(waits):.2f} s (median of the longest {statistics.median(waits):.2f}); 0 streams ended; {exact(cluster)}")
    finally:
        cluster.close()


def cuts(programs, seconds=60):
    """Links are silent for a minute: of one node, of all nodes, of the standby, of all at once."""
    cluster = Cluster(programs, wires=True)
    try:
        cluster.listen(20)
        cluster.send(senders=8)
        pair, lines = cluster.pair, []
        standby, nodes = pair.to_standby[pair.primary.name], cluster.wires_to_primary()
        links = {
            "node a": cluster.wires_to_primary(of_all=False), "all nodes": nodes, "its standby": [standby],
            "nodes and standby": [*nodes, standby]}
        for name, wires in links.items():
            cluster.wait_for(200)
            before, ended, began = cluster.acknowledged(), cluster.ended_streams(), time.monotonic()
            for wire in wires:
                wire.hold()
            time.sleep(seconds)
            during = cluster.acknowledged() - before
            for wire in wires:
                wire.release()
            released = time.monotonic()
            cluster.wait_for(200)
            lines.append(f"primary without {name} for {seconds} s: {during} acknowledged meanwhile, 200 more {time.monotonic() - released:.1f} s "
                         f"afterwards, {cluster.ended_streams() - ended} streams ended, longest wait {cluster.longest_wait(began):.1f} s")
        return "; ".join([*lines, exact(cluster)])
    finally:
        cluster.close()


def networks(programs, seconds=20):
    """Networks of the kernel's own lose everything: between nodes and primary, between primary and standby, and both."""
    if not network.is_possible():
        return "NOT RUN: only root may make networks"
    cluster = Cluster(programs, networks=True)
    try:
        cluster.listen(20)
        cluster.send(senders=8)
        net, lines = cluster.pair.network, []
        to_nodes, to_standby = (network.NODES, network.PRIMARY), (network.PRIMARY, network.STANDBY)
        for name, links in {"nodes": [to_nodes], "its standby": [to_standby], "nodes and standby": [to_nodes, to_standby]}.items():
            cluster.wait_for(200)
            ended = cluster.ended_streams()
            for link in links:
                net.cut(*link)
            began, before = time.monotonic(), cluster.acknowledged()
            time.sleep(seconds)
            during = cluster.acknowledged() - before
            for link in links:
                net.join(*link)
            joined = time.monotonic()
            cluster.wait_for(200)
            lines.append(f"primary without {name} for {seconds} s: {during} acknowledged meanwhile, 200 more {time.monotonic() - joined:.1f} s "
                         f"afterwards, {cluster.ended_streams() - ended} streams ended, longest wait {cluster.longest_wait(began):.1f} s")
            # What was on its way when the wire was cut may have been answered.
            expect(during <= 8, "nothing to be acknowledged meanwhile", f"{during} pushes")
        return "; ".join([*lines, exact(cluster)])
    finally:
        cluster.close()


def endings(programs, count=50):
    """Sessions end, and people are blocked, on one node; another one is asked at once."""
    cluster = Cluster(programs, nodes=2)
    try:
        here, there = (node.url for node in cluster.nodes)
        logouts = []
        for _ in range(count):
            session, _ = api.log_in(here, EMAIL, PASSWORD)
            # Both nodes know it by now.
            api.call(there, "GET", "/v1/me", token=session)
            api.call(here, "DELETE", "/v1/sessions/current", token=session)
            logouts.append(seconds_until(lambda session=session: refuses(there, session)))
        # So many of one person may wait for another one that two are needed.
        blocks = [took for name in ("bob", "eve") for took in block(cluster, f"{name}@example.org", count // 2)]
        items = api.inbox(here, cluster.session)
        # What waits for a decision when its sender is blocked goes without its text.
        mistakes = sum((text_of(item) or "before").startswith("after") for item in items)
        expect(mistakes == 0 and len(items) == count, f"{count} pushes of before a block and none of after it", f"{len(items)}, {mistakes} of after")
        expect(max(logouts) < 5, "every logout to hold on the other node within 5 s", f"{max(logouts):.2f} s")
        return (f"{count} logouts hold on the other node {spread(logouts)} after they were answered; {count} blocks hold there when they are answered, "
                f"{spread(blocks)} after they were asked for, and nothing came that was sent after one")
    finally:
        cluster.close()


def block(cluster, email, count):
    """Has the account block somebody on one node, again and again, who sends before and after it on another one.

    Returns: how long each answer took.
    """
    here, there = (node.url for node in cluster.nodes)
    session, other = cluster.add_account(email)
    times = []
    for number in range(count):
        api.call(here, "PUT", f"/v1/follows/{other}", token=cluster.session)
        push(there, session, cluster.account, f"before {number}")
        began = time.monotonic()
        api.call(here, "PUT", f"/v1/blocks/{other}", token=cluster.session)
        times.append(time.monotonic() - began)
        push(there, session, cluster.account, f"after {number}")
        api.call(here, "DELETE", f"/v1/blocks/{other}", token=cluster.session)
    return times


def push(url, session, recipient, text):
    """Sends something, as a person."""
    api.call(url, "POST", "/v1/pushes", {"to": {"alias": recipient}, "payload": {"aps": {"alert": text}}}, session)


def refuses(url, session):
    """Whether a node knows a session no more."""
    try:
        api.call(url, "GET", "/v1/me", token=session)
        return False
    except api.Refused as refused:
        return refused.status == 401


def seconds_until(condition):
    """How long it takes; asks again at once."""
    began = time.monotonic()
    while not condition():
        expect(time.monotonic() - began < 10, "it to happen within 10 s", "nothing")
    return time.monotonic() - began


def spread(times):
    """Times in milliseconds."""
    ordered = sorted(times)
    return (f"{1000 * statistics.median(ordered):.0f} ms (p50), {1000 * ordered[int(0.99 * (len(ordered) - 1))]:.0f} ms (p99), "
            f"{1000 * ordered[-1]:.0f} ms (longest)")


def freeze(programs, seconds=20):
    """The primary's processes are stopped, and go on."""
    cluster = Cluster(programs)
    try:
        cluster.listen(20)
        cluster.send(senders=8)
        cluster.wait_for(300)
        began = time.monotonic()
        cluster.pair.primary.freeze()
        time.sleep(seconds)
        cluster.pair.primary.thaw()
        thawed = time.monotonic()
        cluster.wait_for(300)
        took = time.monotonic() - thawed
        return (f"stopped for {seconds} s: 300 more pushes {took:.1f} s afterwards, longest wait {cluster.longest_wait(began):.1f} s, "
                f"{cluster.ended_streams()} streams ended; {exact(cluster)}")
    finally:
        cluster.close()


def pokes(programs, pushes=400):
    """No node hears a poke of another one: each looks once a second."""
    cluster = Cluster(programs, nodes=2, wires=True, nodes_hear=WithoutPokes)
    try:
        devices = cluster.listen(4, cluster.nodes[1].url)
        senders = cluster.send(pushes // 4, interval=0.05, url=cluster.nodes[0].url)
        cluster.wait_until_sent(300)
        line = exact(cluster)
        stored = {push: end for sender in senders for push, _, _, end in sender.acknowledged}
        delays = [came - stored[push] for device in devices for _, push, _, came in device.items]
        expect(max(delays) <= 1.2, "every event within 1.2 s on another node", f"{max(delays):.2f} s")
        expect(statistics.median(delays) > 0.2, "no poke to get through", f"a median delay of {statistics.median(delays):.2f} s")
        return f"events on another node after {statistics.median(delays):.2f} s (median), {max(delays):.2f} s at most; {line}"
    finally:
        cluster.close()


def rolling_restart(programs, accounts=60, streams=50):
    """Nodes are ended in order and started again, one after the other, under thousands of streams."""
    allow_descriptors(16_384)
    cluster, crowd, total = Cluster(programs), None, accounts * streams
    try:
        people = [cluster.add_account(f"user{number}@example.org") for number in range(accounts)]
        _, sequences = api.call(cluster.balancer.url, "GET", "/v1/sequences", token=cluster.session)
        sessions = [session for session, _ in people for _ in range(streams)]
        crowd = Crowd(cluster.balancer.url, sessions, f"0-0-{sequences['epoch']}")
        crowd.start()

        def all_open(seconds):
            wait_until(lambda: crowd.open_count == total, seconds, f"{total} streams to be open", lambda: f"{crowd.open_count}; {crowd.refusals} refused")

        all_open(180)
        senders = [cluster.send(senders=1, interval=1.0, recipient=account)[0] for _, account in people[:6]]
        for node in cluster.nodes:
            cluster.wait_for(12)
            node.drain()
            node.start()
            all_open(60)
        cluster.finish()
        expected = [len(sender.acknowledged) for sender in senders] + [0] * (accounts - len(senders))

        def has_all(index):
            return crowd.numbers[index] == list(range(1, expected[index // streams] + 1))

        wait_until(lambda: all(map(has_all, range(total))), LATEST, "every stream to have everything once and in order")
        expect(max(crowd.absences) < 7, "no stream to be away for 7 s", f"{max(crowd.absences):.2f} s")
        return (f"{total} streams, {len(crowd.absences)} times one was away, {statistics.median(crowd.absences):.2f} s (median), "
                f"{max(crowd.absences):.2f} s at most; {crowd.refusals} answers that were no stream; {sum(expected)} pushes to {len(senders)} "
                f"accounts, once and in order on the {streams} streams of each; longest wait of a push {cluster.longest_wait():.2f} s")
    finally:
        if crowd:
            crowd.stop()
        cluster.close()


SCENARIOS = {
    "killed nodes": kills, "killed primaries": promotions, "cut links": cuts, "cut networks": networks, "endings": endings, "stopped database": freeze, "lost pokes": pokes,
    "rolling restart": rolling_restart,
}
# Named, so that nobody takes them for run.
NOT_RUN = [
    "machines that lose their power: processes are killed, and what they had written stays with the kernel",
    "networks of several machines: links are held up by a proxy on this one, which acknowledges what it does not pass on, and by networks of one kernel",
    "Patroni: promotions are made by hand",
]
