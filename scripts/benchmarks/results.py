"""Measured figures, their targets, and the table of both."""

import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Target:
    """A ratio of two figures and the bound it must keep: at most `bound`, or at least when `at_least`.

    Without a bound it is shown for comparison only.
    """

    title: str
    ours: float
    theirs: float
    bound: Optional[float] = None
    at_least: bool = False
    unit: str = "ms"

    @property
    def ratio(self):
        """What is compared with the bound: how many times theirs ours is, or the other way for `at_least`."""
        return self.theirs / self.ours if self.at_least else self.ours / self.theirs

    @property
    def is_met(self):
        """Whether the ratio keeps the bound."""
        if self.bound is None:
            return True
        return self.ratio >= self.bound if self.at_least else self.ratio <= self.bound

    def row(self):
        """The cells of its line in the table."""
        figures = [self.title, f"{self.ours:.3f} {self.unit}", f"{self.theirs:.3f} {self.unit}", f"{self.ratio:.3f}"]
        if self.bound is None:
            return [*figures, "", ""]
        return [*figures, f"{'≥' if self.at_least else '≤'} {self.bound:g}", "ok" if self.is_met else "MISSED"]


def table(targets):
    """The lines of a table with every target."""
    rows = [["what", "ours", "compared with", "ratio", "target", ""], *(target.row() for target in targets)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        left = row[0].ljust(widths[0])
        yield "  ".join([left, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()
