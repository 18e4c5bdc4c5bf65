"""At a terminal a person types the answers and ends in a shell where `vault` works."""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from Tests.Scripts.programs import stand_ins  # noqa: E402
from harness.terminal import Answer, Terminal  # noqa: E402

PIN, TEXT = "my own pin", "my own text"


def found(pattern):
    """Types the last match of a pattern in what was written."""
    return lambda output: re.findall(pattern, output)[-1]


ANSWERS = [
    Answer("Email:", found(r"account just made: (\S+),")),
    Answer("Password:", found(r"password (\S+)\)")),
    Answer("New PIN:", PIN),
    Answer("once more:", PIN),
    Answer("ABCD-", " ", ends_line=False),
    Answer("The recovery code:", found(r"[A-Z0-9]{4}(?:-[A-Z0-9]{4})+")),
    Answer("Text:", TEXT),
    Answer("PIN:", PIN),
    Answer(TEXT, " ", ends_line=False),
    Answer("right PIN reveals it again.*PIN:", PIN),
    Answer(TEXT, " ", ends_line=False),
    Answer(r"\(vault\)", "vault whoami"),
    Answer(r"Logged in as.*\(vault\)", "exit"),
]


class AttendedWalkTests(unittest.TestCase):
    def test_a_person_types_the_answers_and_ends_in_a_shell(self):
        programs = stand_ins(self)
        environment = {key: value for key, value in os.environ.items() if key != "CI"} | {"TERM": "xterm-256color"}
        terminal = Terminal(environment, ROOT, lambda output: None)
        self.addCleanup(terminal.close)
        walk = [sys.executable, "-B", "scripts/walk", "--programs", str(programs), "--store", "secret-service"]
        outcome = terminal.run(walk, ANSWERS, deadline=60)
        self.assertEqual(outcome.status, 0, outcome.text)
        self.assertNotIn(PIN, outcome.text)


if __name__ == "__main__":
    unittest.main()
