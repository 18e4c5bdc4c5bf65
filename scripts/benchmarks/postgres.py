"""The targets for PostgreSQL's client: side by side with pgbench, which has a connection for each caller."""

import json
import statistics
import subprocess

from .results import Target

SECONDS = 5
# How long a durable insert may take in times of pgbench's, by the number of callers; without a bound it is shown.
BOUNDS = {1: 1.5, 16: None, 64: 1.6}


def time_postgres(program):
    """Measures everything, with turns of a program `postgres-bench`.

    Returns: the targets.
    """
    print("Durable inserts, beside pgbench …", flush=True)
    result = subprocess.run(
        [program, str(SECONDS)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"postgres-bench: status {result.returncode}: {result.stderr}")
    return list(_targets([json.loads(line) for line in result.stdout.splitlines()]))


def _targets(turns):
    for callers, bound in BOUNDS.items():
        ours, theirs = (
            statistics.median(1e6 / turn[side] for turn in turns if turn["callers"] == callers) for side in ("lanes", "pgbench"))
        who = "one caller" if callers == 1 else f"{callers} callers"
        yield Target(f"PostgreSQL: a durable insert by {who}, against pgbench", ours, theirs, bound, unit="µs")
