"""The Markdown documents of the repository, and the anchors of their headings."""

import re
import subprocess


def names(root):
    """The paths of the documents that are tracked or new, in alphabetical order."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", "*.md"]
    found = subprocess.run(listing, cwd=root, check=True, capture_output=True, timeout=30).stdout.decode().split("\0")
    return sorted(name for name in found if name and (root / name).exists())


def anchor(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
