"""What Swift sources import."""

import functools
import re

IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.MULTILINE)
# Texts of several lines, which may hold programs in other languages.
TEXT = re.compile(r'(#*)""".*?"""\1', re.DOTALL)
# What comes with Swift and is no dependency.
TOOLCHAIN = {"_Concurrency", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Swift", "Synchronization", "Testing"}


@functools.cache
def imports(folder):
    """The modules that the sources below a folder import, each with the files that do, but for those of the toolchain."""
    found = {}
    for file in sorted(folder.rglob("*.swift")):
        for module in set(IMPORT.findall(TEXT.sub("", file.read_text(encoding="utf-8")))) - TOOLCHAIN:
            found.setdefault(module, []).append(file)
    return found
