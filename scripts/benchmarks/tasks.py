"""The targets for tasks: side by side with Taskwarrior and todoman, and from 1,000 tasks to 100,000."""

import contextlib
import statistics

from .results import Target
from .sample import RARE_WORD
from .taskset import CalendarSet, TaskSet

FEW, SMALL, MIDDLE, LARGE = 10, 1_000, 10_000, 100_000
# At most so many MiB may the agent take with the most tasks.
MEMORY_BOUND = 80
# All sizes take turns: what else the machine does meanwhile hits every one of them.
ROUNDS = 5
# A peer that takes seconds is not run as often as a vault; in each round so many times.
PEER_RUNS = {SMALL: 4, MIDDLE: 2, LARGE: 1}
# todoman is asked for the sizes that it lists within seconds.
WITH_TODOMAN = (SMALL, MIDDLE)
# How often the agent is started for the time that takes.
STARTS = 10
# How often the agent, opened anew, lists before its memory is looked at.
LISTS_BEFORE_MEMORY = 5


def time_tasks(programs, runs):
    """Measures all sizes.

    Returns: the targets.
    """
    with contextlib.ExitStack() as stack:
        sets = {}
        for count in (SMALL, MIDDLE, LARGE):
            print(f"{count:,} tasks in the vault and its peers …", flush=True)
            sets[count] = stack.enter_context(contextlib.closing(TaskSet(programs, count, count in WITH_TODOMAN)))
        memory = _memory_of(sets[LARGE])
        few = stack.enter_context(contextlib.closing(TaskSet(programs, FEW, with_todoman=False)))
        starts = _cold_starts(sets[LARGE], few)
        figures = _medians(sets, max(1, runs // ROUNDS))
        imported, largest = [sets[MIDDLE].imported], sets[LARGE].imported["vault import"]
    figures[MIDDLE] |= _import_medians(programs, imported)
    return [
        *_against_peers(figures), *_flat(figures), *_whole_files(figures[MIDDLE]),
        Target(f"import of {LARGE:,} tasks, against {MIDDLE:,}", largest, figures[MIDDLE]["vault import"], 12),
        Target(f"cold start of the agent at {LARGE:,} tasks, against {FEW}", *starts, 2), _memory_target(memory)]


def time_calendars(programs, runs):
    """Measures the store of calendar files beside todoman on the same files.

    Returns: figures to compare with, without bounds.
    """
    figures = {}
    for count in WITH_TODOMAN:
        print(f"{count:,} calendar files …", flush=True)
        with contextlib.closing(CalendarSet(programs, count)) as tasks:
            figures[count] = _one_calendar_round(tasks, max(1, runs // ROUNDS))
    for count, measured in figures.items():
        for word, theirs in (("list", "todoman list"), ("add", "todoman new")):
            title = f"{word} at {count:,} calendar files, against todoman"
            yield Target(title, measured[f"vault {word}"], measured[theirs])
    for word in ("list", "add", "done"):
        title = f"{word} at {MIDDLE:,} calendar files, against {SMALL:,}"
        yield Target(title, figures[MIDDLE][f"vault {word}"], figures[SMALL][f"vault {word}"])


def _one_calendar_round(tasks, runs):
    one = tasks.tasks[tasks.count // 2]["uuid"]
    times = tasks.measure({"vault list": "vault list --limit 40", "vault add": "vault add Buy milk"}, runs)
    times |= tasks.measure({"vault done": f"vault done {one}"}, runs, {"vault done": f"vault undone {one}"})
    times |= tasks.measure({"todoman list": "todoman list", "todoman new": "todoman new Buy milk"}, 3)
    return {title: statistics.median(measured) for title, measured in times.items()}


def _memory_of(tasks):
    tasks.restart_agent()
    for _ in range(LISTS_BEFORE_MEMORY):
        tasks.call("vault", "list", "--limit", "40")
    return tasks.agent_memory()


def _cold_starts(large, few):
    """The medians of cold starts with the most tasks and with few, which take turns."""
    times = [(large.cold_start(), few.cold_start()) for _ in range(STARTS)]
    return [statistics.median(of_one) for of_one in zip(*times)]


def _medians(sets, runs):
    """The median of every command by size and title."""
    times = {count: {} for count in sets}
    for _ in range(ROUNDS):
        for count, tasks in sets.items():
            for title, measured in _one_round(tasks, runs).items():
                times[count].setdefault(title, []).extend(measured)
    return {
        count: {title: statistics.median(measured) for title, measured in by_title.items()}
        for count, by_title in times.items()
    }


def _import_medians(programs, imported):
    """The medians of as many imports as there are rounds, each into empty stores; some are measured already."""
    print(f"{MIDDLE:,} tasks imported anew …", flush=True)
    while len(imported) < ROUNDS:
        with contextlib.closing(TaskSet(programs, MIDDLE, with_todoman=False)) as tasks:
            imported.append(tasks.imported)
    return {title: statistics.median(times[title] for times in imported) for title in imported[0]}


def _one_round(tasks, runs):
    """What is done in the vault is done in the other programs, too."""
    one, peer_runs = tasks.tasks[tasks.count // 2]["uuid"], PEER_RUNS[tasks.count]
    times = tasks.measure({"vault list": "vault list --limit 40", "vault search": f"vault search {RARE_WORD}"}, runs)
    times |= tasks.measure({"task list": "task list limit:40"}, peer_runs)
    times |= tasks.measure({"vault done": f"vault done {one}"}, runs, {"vault done": f"vault undone {one}"})
    times |= tasks.measure(
        {"task done": f"task {one} done"}, peer_runs, {"task done": f"task {one} modify status:pending"})
    times |= tasks.measure({"vault add": "vault add Buy milk"}, runs)
    times |= tasks.measure({"task add": "task add Buy milk"}, peer_runs)
    if tasks.count == MIDDLE:
        times |= tasks.measure({"vault export": "vault export --format json", "task export": "task export"}, peer_runs)
    if tasks.count in WITH_TODOMAN:
        times |= tasks.measure({"todoman list": "todoman list", "todoman new": "todoman new Buy milk"}, 1)
    return times


def _against_peers(figures):
    """Every size beside Taskwarrior and todoman; there are targets for the middle one."""
    bounds = {"list": 1 / 20, "add": 1 / 5, "done": 1 / 5}
    for count, measured in figures.items():
        for word, bound in bounds.items():
            title = f"{word} at {count:,} tasks, against Taskwarrior"
            yield Target(
                title, measured[f"vault {word}"], measured[f"task {word}"], bound if count == MIDDLE else None)
        for word, theirs in (("list", "todoman list"), ("add", "todoman new")):
            if theirs in measured:
                yield Target(f"{word} at {count:,} tasks, against todoman", measured[f"vault {word}"], measured[theirs])


def _flat(figures):
    """The largest size beside the smallest."""
    for word, bound in (("list", 1.5), ("add", 1.5), ("done", 1.5), ("search", 3)):
        title = f"{word} at {LARGE:,} tasks, against {SMALL:,}"
        yield Target(title, figures[LARGE][f"vault {word}"], figures[SMALL][f"vault {word}"], bound)


def _whole_files(measured):
    for word, bound in (("import", 0.8), ("export", 1)):
        title = f"{word} of {MIDDLE:,} tasks, against Taskwarrior"
        yield Target(title, measured[f"vault {word}"], measured[f"task {word}"], bound)


def _memory_target(memory):
    return Target(f"memory of the agent with {LARGE:,} tasks", memory, MEMORY_BOUND, 1, unit="MiB")
