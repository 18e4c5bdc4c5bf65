"""The window's desktop entry and what shops show of it: the texts in them, and the files in all languages."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree

from catalogues.swift_texts import Text

ENTRY = "io.github.vault.Vault.desktop"
DATA = "io.github.vault.Vault.metainfo.xml"
KEYS = ("Name", "GenericName", "Comment", "Keywords")
TAGS = ("name", "summary", "developer_name", "p", "li")


def texts(directory):
    """The texts of both files, each with the file's name."""
    if (directory / ENTRY).exists():
        for line in (directory / ENTRY).read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            if name in KEYS:
                yield Text(value), ENTRY
    if (directory / DATA).exists():
        for element in ElementTree.parse(directory / DATA).iter():
            if element.tag in TAGS:
                yield Text(re.sub(r"\s+", " ", element.text or "").strip()), DATA


def write(root, directory):
    """Writes both files with all translations; hands over the complaints."""
    source = root / "packaging" / "desktop"
    directory.mkdir(parents=True, exist_ok=True)
    for kind, name in (("--desktop", ENTRY), ("--xml", DATA)):
        result = subprocess.run(
            ["msgfmt", kind, f"--template={source / name}", "-d", str(root / "po"), "-o", str(directory / name)],
            capture_output=True, text=True, check=False)
        if result.returncode != 0:
            return [result.stderr]
    return []
