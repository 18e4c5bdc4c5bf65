"""What a process has in its memory. Run as a program, it counts what standard input has in the process that is named: only root may look
into one that forbids it."""

import os
import pathlib
import re
import subprocess
import sys


def count(pid, secret):
    """How often the bytes are in the process's memory, wherever it can be written.

    What the program's own secret memory holds counts as well: where a text is shown, it is found once at least.
    """
    if os.geteuid() == 0:
        return _count(pid, secret)
    result = subprocess.run(
        ["sudo", "-n", "/usr/bin/python3", "-B", pathlib.Path(__file__), str(pid)], input=secret, capture_output=True, timeout=60, check=True)
    return int(result.stdout)


def _count(pid, secret):
    found = 0
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as mem:
        for line in maps:
            match = re.match(r"([0-9a-f]+)-([0-9a-f]+) .w", line)
            if not match:
                continue
            start, end = int(match.group(1), 16), int(match.group(2), 16)
            try:
                mem.seek(start)
                found += mem.read(end - start).count(secret)
            except (OSError, OverflowError, ValueError):
                continue  # it has gone meanwhile, or nobody may read it
    return found


if __name__ == "__main__":
    print(_count(int(sys.argv[1]), sys.stdin.buffer.read()))
