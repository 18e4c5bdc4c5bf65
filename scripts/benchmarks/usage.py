"""What processes use: time of the processor, and memory."""

import os
import pathlib

from harness.cluster.postgres import children

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def processor_seconds(pid):
    """The time of the processor that a process has used, in seconds, with its children that have ended (`proc_pid_stat(5)`)."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICKS


def processor_seconds_of_all(pid):
    """The same for a process and its children."""
    total = processor_seconds(pid)
    for child in children(pid):
        try:
            total += processor_seconds(child)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended, and counts with its parent's
    return total


def resident_bytes(pid):
    """The memory of a process."""
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE


class Usage:
    """What a node and PostgreSQL have used since this was made."""

    def __init__(self, node, primary):
        self._node, self._primary = node, primary
        self._before = self._now()

    def _now(self):
        log = int(self._primary.ask("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))
        return processor_seconds(self._node.pid), processor_seconds_of_all(self._primary.pid), log

    def taken(self):
        """Seconds of a core by the node, seconds by PostgreSQL, bytes of its log."""
        return tuple(after - before for before, after in zip(self._before, self._now()))
