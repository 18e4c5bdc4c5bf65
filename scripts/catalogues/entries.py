"""The window's desktop entry and what shops show of it: the texts in them, and the files in all languages."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree

from catalogues.swift_texts import Text

ENTRY = "io.github.vault.Vault.desktop"
DATA = "io.github.vault.Vault.metainfo.xml"
KEYS = ("Name", "GenericName", "Comment", "Keywords")
TAGS = ("name", "summary", "developer_name", "p", "li", "caption")
# Where the template has its pictures: a name that is nobody's (RFC 2606). Whoever publishes the program says where they are.
NOWHERE = "https://screenshots.invalid"


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


def write(root, directory, pictures=None):
    """Writes both files with all translations; hands over the complaints.

    - pictures: the address of a directory with the pictures of docs/pictures, which shops fetch; without one they are shown none.
    """
    if pictures is not None and not re.fullmatch(r"https://[A-Za-z0-9._~:/@%+-]+[A-Za-z0-9]", pictures):
        return [f"{pictures}: pictures are at an address that begins with https:// and ends without a slash"]
    source = root / "packaging" / "desktop"
    directory.mkdir(parents=True, exist_ok=True)
    for kind, name in (("--desktop", ENTRY), ("--xml", DATA)):
        result = subprocess.run(
            ["msgfmt", kind, f"--template={source / name}", "-d", str(root / "po"), "-o", str(directory / name)],
            capture_output=True, text=True, check=False)
        if result.returncode != 0:
            return [result.stderr]
    data = directory / DATA
    text = data.read_text(encoding="utf-8")
    shown = text.replace(NOWHERE, pictures) if pictures else re.sub(r"\n\s*<screenshots>.*</screenshots>", "", text, flags=re.DOTALL)
    data.write_text(shown, encoding="utf-8")
    return []
