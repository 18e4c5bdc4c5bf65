"""The texts of Swift sources: those that `localized` looks up, and those that no catalogue has."""

import dataclasses
import re

CALL = re.compile(r"(?<![\w.])localized\($")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'", "0": "\0"}
# What stands before a literal that names something for programs.
FOR_PROGRAMS = re.compile(
    r"(?:style\(|connect\(|icon: |onKeys\(|onKeysFirst\(|\bIcon\(|fatalError\(|export\(|exportWithText\(|badge\(|hasPrefix\("
    r"|hasSuffix\(|separator: |contains\(|after: |address: |ascii: |for scheme in \[|== |context: |\bcase |\bid, title, icon\) = \()$")
NAME = re.compile(
    r"[a-z0-9]*[a-z0-9:/._-]*|<[A-Z].*|<a href.*|#[0-9a-f]{6}|Delete|Escape|F10|(?:KP_)?(?:Page_(?:Up|Down)|Home|End)|(?:Gtk|Adw|Vault)[A-Z]\w*")
# Words that are the same in every language, and letters to be measured.
SAME_EVERYWHERE = {"Vault", "Xg"}
# What the agent says is looked for in these files.
AGENTS_WORDS = {
    "Sources/DesktopModel/Inbox/InboxRow+Words.swift": {"administrator "},
    "Sources/DesktopModel/Words/WindowWords.swift": {
        "at a terminal", "Run the command", "A guess takes one core", "make install", "The", "This"},
    "Sources/DesktopWindow/Protected/PromptWords.swift": {
        " Recovery code", "PIN (or recovery code)", "PIN", "Recovery code", "Email", "Password", "Passphrase"},
    # Said to other programs, and to the log.
    "Sources/Widgets/Windows/CallLimit.swift": {
        "org.freedesktop.DBus.Error.LimitsExceeded", "That is too much at once. Try again in a second."},
    "Sources/Widgets/MainLoop/DrawingWatch.swift": {
        "vault-desktop: other programs kept the window too busy to hide a protected text, so it has ended"},
}


@dataclasses.dataclass(frozen=True)
class Text:
    """A text that is looked up: one way of saying it, or two, one for a single thing."""

    one: str
    other: str | None = None
    context: str | None = None


class Fault(Exception):
    """Why a call can't be read."""


@dataclasses.dataclass(frozen=True)
class Literal:
    """A literal of one line, with placeholders in the place of what is put in."""

    start: int
    end: int
    text: str
    words: str


def line_of(source, place):
    """The number of the line at a place."""
    return source.count("\n", 0, place) + 1


def literal_at(source, start):
    """The literal that begins at a quotation mark."""
    text, words, place, count = [], [], start + 1, 0
    while source[place] != '"':
        if source[place] == "\n":
            raise Fault("a text has one line")
        if source[place] != "\\":
            text.append(source[place])
            words.append(source[place])
            place += 1
            continue
        mark = source[place + 1]
        if mark == "(":
            count += 1
            text.append(f"%{count}$@")
            place = end_of_parentheses(source, place + 1)
        elif mark == "u":
            digits = re.match(r"\{([0-9A-Fa-f]+)\}", source[place + 2:])
            text.append(chr(int(digits.group(1), 16)))
            place += 2 + digits.end()
        else:
            text.append(ESCAPES[mark])
            place += 2
    return Literal(start, place + 1, "".join(text), "".join(words))


def end_of_parentheses(source, place):
    """The place behind the parenthesis that closes the one at a place."""
    depth = 0
    while True:
        mark = source[place]
        if mark == '"':
            place = literal_at(source, place).end
            continue
        depth += {"(": 1, ")": -1}.get(mark, 0)
        place += 1
        if depth == 0:
            return place


def literals(source):
    """Every literal of one line outside comments, but for those within what is put into another."""
    place = 0
    while place < len(source):
        if source.startswith("//", place):
            place = source.find("\n", place)
            if place < 0:
                return
        elif source.startswith('"""', place):
            place = source.index('"""', place + 3) + 3
        elif source[place] == '"':
            found = literal_at(source, place)
            yield found
            place = found.end
        else:
            place += 1


def texts(source):
    """The texts that a source looks up, and what is wrong with its calls, each with its line."""
    found, faults = [], []
    for call in re.finditer(r"(?<![\w.`])localized\(", source):
        line = source[source.rfind("\n", 0, call.start()) + 1:call.start()]
        if "//" in line or "func " in line:
            continue
        try:
            found.append(text_of(source, call.end()))
        except Fault as fault:
            faults.append((line_of(source, call.start()), str(fault)))
    return found, faults


def text_of(source, place):
    """The text of the call whose arguments begin at a place."""
    arguments = {}
    while True:
        label = re.compile(r"\s*(?:(\w+):\s*)?").match(source, place)
        place, name = label.end(), label.group(1) or "text"
        if name in ("count", "in"):
            break
        if source[place] != '"' or source.startswith('"""', place):
            raise Fault("what is looked up has to be a literal of one line")
        literal = literal_at(source, place)
        arguments[name] = literal.text
        place = literal.end
        if source[place] != ",":
            break
        place += 1
    one, other = arguments.get("one", arguments.get("text")), arguments.get("other")
    if one is None or ("one" in arguments) != ("other" in arguments):
        raise Fault("a text is one literal, or one and other")
    if other is not None and sorted(placeholders(one)) != sorted(placeholders(other)):
        raise Fault(f"both ways of saying “{other}” have the same placeholders")
    if len(placeholders(one)) > 9:
        raise Fault("a text has nine placeholders at most")
    return Text(one, other, arguments.get("context"))


def placeholders(text):
    """The placeholders in a text, in their order."""
    return re.findall(r"%[1-9]\$@", text)


def unwrapped(source, spared=frozenset()):
    """Literals that people would read and no catalogue has, each with its line."""
    for literal in literals(source):
        before = source[max(0, literal.start - 60):literal.start]
        if re.search(r"(?<![\w.])localized\(\s*(?:one:\s*)?$", before) or re.search(r"\b(?:other|context):\s*$", before) and "localized(" in source[
                max(0, literal.start - 300):literal.start]:
            continue
        # What stands before a colon is looked for: a key, or a case.
        if source[literal.end:literal.end + 1] == ":":
            continue
        if not re.search(r"[^\W\d_]{2}", literal.words) or FOR_PROGRAMS.search(before) or NAME.fullmatch(literal.words):
            continue
        if literal.words not in SAME_EVERYWHERE | spared:
            yield line_of(source, literal.start), literal.text
