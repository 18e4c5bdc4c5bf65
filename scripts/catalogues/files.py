"""Catalogues as files: the template that translators start from, and what msgfmt makes of a translation."""

import pathlib
import re
import struct
import subprocess
import tempfile

HEADER = '''# The texts that people read in the window and in notifications. Written by scripts/texts: don't edit.
msgid ""
msgstr ""
"Project-Id-Version: vault-desktop\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
'''
CONTEXT = "\x04"


def quoted(text):
    """A text as catalogues have it."""
    for sign, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, escaped)
    return f'"{text}"'


def template(entries):
    """The template, of texts with the files that they are in."""
    parts = [HEADER]
    for text, files in entries:
        lines = [f"#: {' '.join(files)}"]
        if text.context is not None:
            lines.append(f"msgctxt {quoted(text.context)}")
        lines.append(f"msgid {quoted(text.one)}")
        if text.other is None:
            lines.append('msgstr ""')
        else:
            lines += [f"msgid_plural {quoted(text.other)}", 'msgstr[0] ""', 'msgstr[1] ""']
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def key(text):
    """How a compiled catalogue finds a text."""
    return (text.context + CONTEXT if text.context is not None else "") + text.one


def compiled(file, into=None):
    """Has msgfmt compile a catalogue, which it checks, and hands over what it makes, or its complaint as a text."""
    with tempfile.TemporaryDirectory() as place:
        made = pathlib.Path(into or pathlib.Path(place, "made.mo"))
        result = subprocess.run(
            ["msgfmt", "--check-format", "--check-domain", "--no-hash", "--output-file", str(made), str(file)], capture_output=True, text=True, check=False)
        if result.returncode != 0 or result.stderr:
            return result.stderr or "msgfmt refuses it"
        return read(made.read_bytes())


def read(data):
    """The texts of a compiled catalogue: for each key the forms."""
    count, originals, translations = struct.unpack_from("<3I", data, 8)

    def text(table, number):
        size, place = struct.unpack_from("<2I", data, table + number * 8)
        return data[place:place + size].decode()

    return {text(originals, number).split("\0")[0]: text(translations, number).split("\0") for number in range(count)}


def form_count(catalogue):
    """How many forms the head of a catalogue says that there are."""
    found = re.search(r"nplurals=(\d+);", catalogue.get("", [""])[0])
    return int(found.group(1)) if found else 0
