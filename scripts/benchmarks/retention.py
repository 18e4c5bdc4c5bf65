"""How long pushes take while a node deletes what has had its time."""

import contextlib
import json
import statistics

from .deployment import PAYLOAD, Deployment

ITEMS, OLD, ACCOUNTS = 1_000_000, 100_000, 1_000
CALLERS, SECONDS, FEWEST, MOST = 4, 2, 3, 60
DAY = 86_400_000
# Without its triggers: they say to nodes what is new, and there is none.
FILL = f"""
SET session_replication_role = replica;
INSERT INTO vault.pushes (number, id, sender, recipient, payload, inboxCount, createdAt)
  SELECT n, gen_random_uuid(), 'token:bench', 'alias:bench', '{json.dumps(PAYLOAD)}', 1,
    (extract(epoch FROM now()) * 1000)::bigint - CASE WHEN n <= {OLD} THEN 200 ELSE 1 END * {DAY}::bigint FROM generate_series(1, {ITEMS}) AS n;
INSERT INTO vault.inbox (accountID, sequence, push)
  SELECT ('00000000-0000-4000-8000-' || lpad((n % {ACCOUNTS} + 1)::text, 12, '0'))::uuid, (n - 1) / {ACCOUNTS} + 1, n FROM generate_series(1, {ITEMS}) AS n;
UPDATE vault.accounts SET inboxHighest = {ITEMS // ACCOUNTS} WHERE email LIKE '%@example.net';
SELECT setval(pg_get_serial_sequence('vault.pushes', 'number'), {ITEMS});
DELETE FROM vault.leases;
ANALYZE vault.pushes, vault.inbox, vault.accounts;
"""


def time_retention(postgres_programs, programs):
    """Pushes by a few callers while a node sweeps through a million items, of which a tenth is old, and then once it is done.

    Returns: the medians of the slices' figures, during and without.
    """
    with contextlib.closing(Deployment(postgres_programs, programs, nodes=1)) as deployment:
        deployment.add_accounts(ACCOUNTS)
        node = deployment.cluster.nodes[0]
        node.stop()
        deployment.ask(FILL)
        node.start()
        during = []
        while len(during) < MOST:
            figures = _slice(deployment, node)
            if not _old(deployment):
                break
            during.append(figures)
        if len(during) < FEWEST:
            raise RuntimeError(f"retention went through {ITEMS:,} items in {len(during)} slices of {SECONDS} s, too soon to measure")
        if _old(deployment):
            raise RuntimeError(f"retention was not done after {MOST} slices of {SECONDS} s")
        without = [_slice(deployment, node) for _ in range(max(FEWEST, min(len(during), 10)))]
    return _middle(during), _middle(without)


def _slice(deployment, node):
    return deployment.pushes(node.url, deployment.token, SECONDS, callers=CALLERS)


def _old(deployment):
    return deployment.ask(f"SELECT count(*) FROM (SELECT FROM vault.pushes WHERE number <= {OLD} LIMIT 1) AS old") != "0"


def _middle(slices):
    return {name: statistics.median(one[name] for one in slices) for name in ("p50", "p99", "perSecond")}
