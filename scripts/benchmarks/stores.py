"""Times single writes to credential stores of different sizes, with the program `credential-store-bench`."""

import json
import statistics
import subprocess


def measure(program, environment, *arguments):
    """Fills a new store and times writes to it.

    Returns: the program's figures: `writeMilliseconds` and `openMilliseconds`, medians.
    """
    result = subprocess.run(
        [program, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=900,
        check=True)
    return json.loads(result.stdout)


def medians(turns):
    """The median of each figure over several turns."""
    return {name: statistics.median(turn[name] for turn in turns) for name in turns[0]}
