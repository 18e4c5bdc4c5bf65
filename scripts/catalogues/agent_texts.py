"""The texts of the agent's sources that the window shows: literals that are a `LocalizedText`, without what only helps at a terminal."""

import re

from .swift_texts import Fault, Text, end_of_parentheses, line_of, literal_at, placeholders

# Where such texts are made.
FOLDERS = ("AgentAPI/Messages", "AgentAPI/Paths", "AgentAPI/Window", "AgentService", "Pictures")
# What only a command line asks for: its answers have one language.
AT_A_TERMINAL = {
    "AgentAPI/Messages/LaunchEnvironment.swift", "AgentService/Access/AccessLogController.swift",
    "AgentService/Composition/AgentComposition.swift", "AgentService/Dispatch/RequestDispatcher.swift",
    "AgentService/Settings/VaultSettings.swift", "AgentService/Tasks/TaskFormat+Named.swift",
    "AgentService/Tasks/TaskStoreRegistration+ICalendar.swift", "AgentService/Tasks/TaskStoreResolver.swift",
    "AgentService/Activation", "AgentService/Composition/AgentProcess.swift", "AgentService/Connections", "AgentService/Devices",
    "AgentService/Dispatch/Handshake.swift", "AgentService/Erasure", "AgentService/Process/InstanceLock.swift",
    "AgentService/Sending/PushController.swift", "AgentService/Stores/CredentialStoreController.swift",
    "AgentService/Stores/RestoreController.swift", "AgentService/Stores/RestoreTextsController.swift",
    "AgentService/Stores/UnverifiedBackup+Reading.swift", "AgentService/Tasks/MigrationController.swift",
    "AgentService/Owner/OwnerService+Restore.swift", "AgentService/People/MessageController.swift", "AgentAPI/Paths",
}
# What parts of the agent say that know no catalogue, and what stands before it there. Where nothing is put in, it is looked up as it is.
OF_LOWER_MODULES = {
    "ServerClient": re.compile(
        r'(?:ServerClientError|self\.init|\.init)\(\s*\.(?:unreachable|tls|throttled|forbidden|conflict|serverFault|expired),\s*(?=")'),
    "OwnerVerification/Secrets/PINPolicy.swift": re.compile(r'\breturn (?=")'),
    "OwnerVerification/Secrets/RecoveryCode.swift": re.compile(r'\.malformedRecoveryCode, (?=")'),
    "ICalendar/RecurrenceProblem.swift": re.compile(r': (?=")'),
}
# The names of questions, for which the window has words of its own; and what stands in a log, or is for arguments.
NAMES = {
    "PIN (or recovery code)", "%1$@ Recovery code", "Recovery code", "Type the recovery code back", "The picture", "The file to import",
    "pin set", "pin change", "pin remove", "recovery create", "verification use", "settings confirm", "config.json",
    "Leave it out; it is asked for. Clear this line from your history.",
    "A protected text is not given as an argument: arguments are readable in the process list and in the shell's history.",
    "The text of a protected task is not given as an argument.", "Type the text at a terminal, or pipe it in with -.",
    "A task that is protected already does not take these options.", "%1$@ %2$@", "%1$@, and %2$@ more", "%1$@ more",
    "Restore it into an empty vault: set %1$@ to new directories.", "That backup is of another owner than this vault had.",
    "For instance: vault list milk",
}
CALL = re.compile(
    r"(?<![\w.])(?:Failure|Acknowledgement|DoctorFinding|Prompt|Progress|LocalizedText|notify|notifyOwner|erased|listTampered"
    r"|reportStaleNote|typed|tell)\(|\bnotices\.add\(|\.(?:notify|notifyOwner|erased|append|sentence|typed)\(|(?:\bself)?\.init\(\s*(?=\.[a-z])")
BODY = re.compile(r"(?:->|:)\s*(?:\([^(){}\n]*)?\[?LocalizedText\??\]?(?:, LocalizedText)*\)?\??\s*\{")
VALUE = re.compile(r":\s*\[?LocalizedText\??\]?\s*=(?!=)")


class WindowWords:
    """What is said in the window in place of a text, as AgentAPI's `WindowWords` has it."""

    def __init__(self, source):
        table = source[source.index("let own:"):]
        table = table[:table.index("\n  ]")]
        log_in = re.search(r'let logIn: String = "([^"]*)"', source).group(1)
        pairs = re.findall(r'"((?:[^"\\]|\\.)*)":\s*(?:"((?:[^"\\]|\\.)*)"|logIn)', table)
        self.own = {key: value or log_in for key, value in pairs}
        self.marks = re.findall(r'"([^"]*)"', re.search(r"let marks = \[([^\]]*)\]", source).group(1))
        self.terminal = re.findall(r'"([^"]*)"', re.search(r'if \[("at a terminal"[^\]]*)\]', source).group(1))
        self.commands = set(re.findall(r'"([^"]*)"', re.search(r"let commands: Set<String> = \[([^\]]*)\]", source).group(1)))

    def text(self, text):
        """What is said of a text; empty for nothing."""
        if text in self.own:
            return self.own[text]
        if not any(mark in text for mark in self.marks):
            return text
        return " ".join(filter(None, (self.kept(sentence) for sentence in self.sentences(text))))

    @staticmethod
    def sentences(text):
        """The sentences, each with its end."""
        found, current = [], ""
        for word in text.split(" "):
            current += word if not current else f" {word}"
            if word and word[-1] in ".!?":
                found.append(current)
                current = ""
        return found + [current] if current else found

    def kept(self, sentence):
        """What of a sentence says something in the window."""
        aside = re.search(r" \((.*?)\)", sentence, re.DOTALL)
        if aside and self.is_for_terminal(aside.group(1)):
            sentence = sentence[:aside.start()] + sentence[aside.end():]
        parts = sentence.split("; ")
        kept = [part for part in parts if not self.is_for_terminal(part)]
        if not kept:
            return None
        if len(kept) == len(parts):
            return sentence
        joined = "; ".join(kept)
        return joined if joined.endswith(".") else f"{joined}."

    def is_for_terminal(self, text):
        """Whether it names a command or an option."""
        if any(words in text for words in self.terminal):
            return True
        before = ""
        for word in re.split(r"[ \n]+", text):
            bare = word.lstrip("`(“").rstrip("`).,:;”")
            if bare.startswith("--") or before == "vault" and bare in self.commands:
                return True
            before = "" if before in ("the", "The", "a", "this", "This") else bare
        return False


def literal_sum(source, start):
    """The literal at a place, with those that are added to it, and where they end."""
    literal = literal_at(source, start)
    text, end = literal.text, literal.end
    while True:
        more = re.compile(r"\s*\+\s*(?=\")").match(source, end)
        if not more:
            return text, end
        literal = literal_at(source, more.end())
        count = len(placeholders(text))
        text += re.sub(r"%([1-9])\$@", lambda number: f"%{int(number.group(1)) + count}$@", literal.text)
        end = literal.end


def spans(source):
    """The parts of a source that make texts: arguments, bodies, and values; the outer of those that lie in each other."""
    found = []
    for call in CALL.finditer(source):
        line = source[source.rfind("\n", 0, call.start()) + 1:call.start()]
        if "//" not in line and "func " not in line:
            found.append((call.end(), end_of_parentheses(source, call.end() - 1) - 1))
    for body in BODY.finditer(source):
        found.append((body.end(), end_of_braces(source, body.end() - 1)))
    for value in VALUE.finditer(source):
        found.append((value.end(), end_of_value(source, value.end())))
    return found


def end_of_braces(source, place):
    """The place of the brace that closes the one at a place."""
    depth = 0
    while True:
        if source[place] == '"':
            place = literal_at(source, place).end
            continue
        if source.startswith("//", place):
            place = source.index("\n", place)
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        if depth == 0:
            return place
        place += 1


def end_of_value(source, place):
    """Where an expression ends: before a line that begins another statement."""
    end = re.compile(r"\n\s*(?:let|var|return|throw|if|guard|switch|for|case|private|static|fileprivate|func|@|\}|//|do|try|\w+ =|\n)").search(
        source, place)
    return end.start() if end else len(source)


def texts(source):
    """The texts of a source, and what is wrong with it, each with its line."""
    found, faults, seen = [], [], set()
    for start, end in sorted(spans(source)):
        place = start
        while place < end:
            if source.startswith("//", place):
                place = source.find("\n", place)
            elif source.startswith('"""', place):
                place = source.index('"""', place + 3) + 3
            elif source[place] == '"':
                try:
                    text, after = literal_sum(source, place)
                except (Fault, KeyError) as fault:
                    faults.append((line_of(source, place), str(fault)))
                    break
                if place not in seen and is_text(source, place, after, text):
                    found.append(text_at(source, place, after, text, seen))
                seen.add(place)
                place = after
            else:
                place += 1
    return [text for text in found if text], faults


def is_text(source, place, end, text):
    """Whether people read the literal at a place."""
    before = source[max(0, place - 40):place]
    if re.search(r"(?:verbatim|separator|context|metadata|forKey):\s*$|(?:contains|hasPrefix|hasSuffix|joined|warning|info|error|text)\($|==\s*$|!=\s*$", before):
        return False
    if re.search(r"DoctorFinding\(\s*\.\w+,\s*$|notice\($|lines\.append\(\.init\($", source[max(0, place - 80):place]) or re.search(r"\bcase\s*$", before):
        return False
    if source[end:end + 1] == ":" or re.search(r"(?:report|unlock|unlocked|open|step|AccessRecord|apply|change|as:)\(?\s*$", before):
        return False
    words = re.sub(r"%[1-9]\$@", "", text)
    # One word without blanks is the name of something.
    return bool(re.search(r"[^\W\d_]{2}", words)) and not re.fullmatch(r"[a-zA-Z-]+", words)


def text_at(source, place, end, text, seen):
    """The text at a place, with its plural and its context."""
    before = source[max(0, place - 40):place]
    if re.search(r"\bone:\s*$", before):
        other = re.compile(r',\s*other:\s*(?=")').match(source, end)
        if other:
            seen.add(other.end())
            return Text(text, literal_sum(source, other.end())[0])
    if re.search(r"\bother:\s*$", before):
        return None
    context = re.compile(r',\s*context:\s*"([^"]*)"').match(source, end)
    return Text(text, None, context.group(1) if context else None)


def files(root):
    """The files whose texts the window shows."""
    for folder in FOLDERS:
        for file in sorted((root / "Sources" / folder).rglob("*.swift")):
            name = str(file.relative_to(root / "Sources"))
            if not any(name == place or name.startswith(f"{place}/") for place in AT_A_TERMINAL):
                yield file


def adapted(text, words):
    """The text as it is said in the window; None for nothing."""
    one = words.text(text.one)
    other = None if text.other is None else words.text(text.other)
    return Text(one, other, text.context) if one and one not in NAMES else None


def collect(root):
    """All texts with their files, and what is wrong."""
    rules = root / "Sources/AgentAPI/Window/WindowWords.swift"
    if not rules.exists():
        # Sources without an agent.
        return [], []
    words = WindowWords(rules.read_text(encoding="utf-8"))
    found, faults = [], []
    for file in files(root):
        name = str(file.relative_to(root))
        own, wrong = texts(file.read_text(encoding="utf-8"))
        if name.endswith("WindowWords.swift"):
            own = [Text(value) for value in words.own.values()]
        found += [(said, name) for said in (adapted(text, words) for text in own) if said]
        faults += [f"{name}:{line}: {fault}" for line, fault in wrong]
    return found + of_lower_modules(root), faults


def of_lower_modules(root):
    """The texts of modules that know no catalogue, with their files."""
    found = []
    for place, before in OF_LOWER_MODULES.items():
        path = root / "Sources" / place
        for file in sorted(path.rglob("*.swift")) if path.is_dir() else [path]:
            source = file.read_text(encoding="utf-8")
            said = [literal_at(source, place.end()).text for place in before.finditer(source)]
            found += [(Text(text), str(file.relative_to(root))) for text in said if not placeholders(text)]
    return found

