"""Reads the table of the modules in docs/architecture.md, and what it says of C libraries."""

import dataclasses
import re

SECTION = re.compile(r"^## Modules\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
EXCEPTIONS = re.compile(r"More than one file imports ([^.]*)\.")
NAME = re.compile(r"`([^`]+)`")


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of the table: the module, and what it may use of ours and of others."""

    name: str
    allowed: frozenset
    outside: frozenset


def section(text):
    """The section about the modules; empty where there is none."""
    found = SECTION.search(text)
    return found.group(1) if found else ""


def rows(text):
    """The rows of the table, from top to bottom."""
    found = []
    for line in section(text).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 4:
            found.append(Row(NAME.findall(cells[0])[0], _names(cells[2]), _names(cells[3])))
    return found


def exceptions(text):
    """The C libraries that more than one file may import."""
    return {name for sentence in EXCEPTIONS.findall(section(text)) for name in NAME.findall(sentence)}


def _names(cell):
    return frozenset(re.findall(r"[\w-]*\w[\w-]*", cell))
