"""The targets for whole lists, long searches and the history behind a large import."""

import contextlib
import statistics

from .results import Target
from .sample import COMMON_COUNT, COMMON_WORD
from .taskset import TaskSet

COUNT, FEW = 10_000, 10
# The programs take turns: what else the machine does meanwhile hits all of them.
ROUNDS = 5


def time_lists(programs, runs):
    """Measures what shows all tasks of ten thousand, which came by one import, or a good part of them.

    Returns: the targets.
    """
    print(f"Whole lists of {COUNT:,} tasks …", flush=True)
    with contextlib.ExitStack() as stack:
        tasks, few = (
            stack.enter_context(contextlib.closing(TaskSet(programs, count, with_todoman=False)))
            for count in (COUNT, FEW))
        times = {}
        for _ in range(ROUNDS):
            for title, measured in _one_round(tasks, few, max(1, runs // ROUNDS)).items():
                times.setdefault(title, []).extend(measured)
    return list(_targets({title: statistics.median(measured) for title, measured in times.items()}))


def _one_round(tasks, few, runs):
    times = tasks.measure({
        "vault list": "vault list --limit 0",
        "task list": "task list",
        "vault json": "vault list --limit 0 --json",
        "task export": "task export",
        "vault search": f"vault search {COMMON_WORD}",
        "task search": f"task list description.contains:{COMMON_WORD}",
    }, max(1, runs // 5))
    history = "vault history --limit 3"
    return times | tasks.measure({"history": history}, runs) | few.measure({"history of few": history}, runs)


def _targets(figures):
    whole = f"of {COUNT:,} tasks, against Taskwarrior's"
    finds = f"search with {COMMON_COUNT:,} finds in {COUNT:,} tasks, against Taskwarrior's"
    yield Target(f"whole list {whole}", figures["vault list"], figures["task list"], 0.5)
    yield Target(f"whole list as JSON {whole} export", figures["vault json"], figures["task export"], 1)
    yield Target(finds, figures["vault search"], figures["task search"], 0.25)
    title = f"history behind an import of {COUNT:,} tasks, against {FEW}"
    yield Target(title, figures["history"], figures["history of few"], 1.5)
