"""What a process has in its memory. Run as a program, it counts what standard input has in the process that is named, or finds what matches it:
only root may look into one that forbids it, and an ordinary user asks sudo."""

import os
import pathlib
import re
import subprocess
import sys


# A recovery code, as it is shown.
CODE = rb"(?:[0-9A-Z]{4}-){8,}[0-9A-Z]{1,4}"


def count(pid, secret):
    """How often the bytes are in the process's memory, wherever it can be written.

    What the program's own secret memory holds counts as well: where a text is shown, it is found once at least.
    """
    if os.geteuid() == 0:
        return _count(pid, secret)
    return int(_ask_root("count", pid, secret))


def find(pid, pattern):
    """The first bytes in the process's memory that a regular expression matches; None where there are none."""
    if os.geteuid() != 0:
        return _ask_root("find", pid, pattern) or None
    return _find(pid, pattern)


def count_matches(pid, pattern):
    """How often a regular expression matches bytes in the process's memory."""
    if os.geteuid() == 0:
        return _count_matches(pid, pattern)
    return int(_ask_root("matches", pid, pattern))


def share(pid):
    """What a process takes of the machine's memory, in bytes: its proportional set size."""
    path = pathlib.Path(f"/proc/{pid}/smaps_rollup")
    if os.geteuid() == 0:
        text = path.read_text(encoding="utf-8")
    else:
        text = subprocess.run(["sudo", "-n", "cat", path], capture_output=True, text=True, timeout=60, check=True).stdout
    return next(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))


def _ask_root(what, pid, text):
    return subprocess.run(
        ["sudo", "-n", "/usr/bin/python3", "-B", pathlib.Path(__file__), what, str(pid)], input=text, capture_output=True, timeout=60, check=True).stdout


def _find(pid, pattern):
    for _, part in parts(pid):
        match = re.search(pattern, part)
        if match:
            return match.group(0)
    return None


def _count_matches(pid, pattern):
    return sum(len(re.findall(pattern, part)) for _, part in parts(pid))


def _count(pid, secret):
    return sum(part.count(secret) for _, part in parts(pid))


def parts(pid):
    """What the process can write in its memory: where each part begins, and its bytes."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as mem:
        for line in maps:
            match = re.match(r"([0-9a-f]+)-([0-9a-f]+) .w", line)
            if not match:
                continue
            start, end = int(match.group(1), 16), int(match.group(2), 16)
            try:
                mem.seek(start)
                yield start, mem.read(end - start)
            except (OSError, OverflowError, ValueError):
                continue  # it has gone meanwhile, or nobody may read it


if __name__ == "__main__":
    asked = sys.stdin.buffer.read()
    counts = {"count": _count, "matches": _count_matches}
    if sys.argv[1] in counts:
        print(counts[sys.argv[1]](int(sys.argv[2]), asked))
    else:
        sys.stdout.buffer.write(_find(int(sys.argv[2]), asked) or b"")
