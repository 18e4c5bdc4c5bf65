"""Times whole commands with hyperfine."""

import json
import os
import pathlib
import statistics
import subprocess

TURNS = 5


def wall_times(commands, environment, directory, runs, warmup=10, prepare=None):
    """The wall times of all runs of the commands in milliseconds, by title, measured one after the other.

    `prepare` has, by title, a command that is run before each run of that one and is not counted. hyperfine's report
    stands in the directory for as long as it is read.
    """
    os.sync()  # what was prepared before must not be written out while something is measured
    report = pathlib.Path(directory, "report.json")
    arguments = [
        "hyperfine", "--shell=none", "--warmup", str(warmup), "--runs", str(runs), "--export-json", str(report)]
    for title, command in commands.items():
        if prepare:
            arguments += ["--prepare", prepare.get(title, "true")]
        arguments += ["--command-name", title, command]
    subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, timeout=1800, check=True)
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    report.unlink()
    return {result["command"]: [seconds * 1000 for seconds in result["times"]] for result in results}


def median_times(commands, environment, directory, runs):
    """The medians of the commands' wall times in milliseconds, by title. They take turns: what else the machine does
    meanwhile hits all of them."""
    times = {title: [] for title in commands}
    for _ in range(TURNS):
        for title, measured in wall_times(commands, environment, directory, max(1, runs // TURNS)).items():
            times[title] += measured
    return {title: statistics.median(all_runs) for title, all_runs in times.items()}
