"""Configuration as docs/cluster.md has it, so that what is written there is what runs."""

import pathlib
import re

from ..mismatch import expect

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs/cluster.md"


def block(kind, containing=""):
    """The first code block of that kind in the document that contains a text."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    matching = [one for one in found if containing in one]
    expect(matching, f"docs/cluster.md to have a block of {kind} with {containing!r}", f"{len(found)} others")
    return matching[0]


def settings(text):
    """The settings of a block of postgresql.conf, without comments."""
    lines = (line.split("#")[0] for line in text.splitlines())
    return dict(re.split(r"\s*=\s*", line.strip(), maxsplit=1) for line in lines if "=" in line)
