"""What is ended and removed at the end."""

import subprocess

from .mismatch import Mismatch, expect


class Closing:
    """Ends things, the last that was started first."""

    def __init__(self):
        self._ends = []

    def append(self, end):
        """Has that called at the end."""
        self._ends.append(end)

    def close(self):
        """Ends everything, whatever fails on the way."""
        problems = []
        while self._ends:
            try:
                self._ends.pop()()
            except (Mismatch, OSError, subprocess.SubprocessError) as problem:
                problems.append(str(problem))
        expect(not problems, "everything to be ended and removed", "; ".join(problems))
