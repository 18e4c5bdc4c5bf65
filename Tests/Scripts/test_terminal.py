"""The pseudo-terminal types at prompts as a person would, and reports what really happened."""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from harness.mismatch import Mismatch  # noqa: E402
from harness.terminal import Answer, Terminal, readable  # noqa: E402

ASKS = 'printf "Name: "; read n; sleep 0.1; stty -echo; printf "Secret: "; read s; stty echo; echo; echo "$n/${#s}"; exit 3'


class TerminalTests(unittest.TestCase):
    def setUp(self):
        self.shown = b""
        self.terminal = Terminal(dict(os.environ), "/", self.show)
        self.addCleanup(self.terminal.close)

    def show(self, output):
        self.shown += output

    def test_answers_are_typed_at_their_prompts(self):
        outcome = self.terminal.run(["sh", "-c", ASKS], [Answer("Name:", "ada"), Answer("Secret:", "x y", hidden=True)])
        self.assertEqual(outcome.status, 3)
        self.assertEqual(outcome.text, "Name: ada\nSecret: \nada/3\n")
        self.assertEqual(self.shown, outcome.output, "what is shown has no end marks")

    def test_commands_share_one_session_on_one_terminal(self):
        sessions = {self.terminal.run(["sh", "-c", "ps -o sid=,tty= -p $$"]).text for _ in range(2)}
        self.assertEqual(len(sessions), 1, sessions)
        self.assertIn("pts/", sessions.pop())

    def test_a_command_that_asks_less_than_expected_is_a_mismatch(self):
        with self.assertRaisesRegex(Mismatch, "the prompt /PIN/"):
            self.terminal.run(["echo", "hello"], [Answer("PIN", "123456")])

    def test_an_echoed_secret_is_never_typed(self):
        with self.assertRaisesRegex(Mismatch, "before the deadline"):
            self.terminal.run(["sh", "-c", 'printf "PIN: "; read pin'], [Answer("PIN", "x", hidden=True)], deadline=0.5)

    def test_a_secret_that_is_shown_after_all_is_a_mismatch(self):
        shows = 'stty -echo; printf "PIN: "; read pin; stty echo; echo "it is $pin"'
        with self.assertRaisesRegex(Mismatch, "not to be echoed"):
            self.terminal.run(["sh", "-c", shows], [Answer("PIN", "424242", hidden=True)])

    def test_what_was_written_over_is_left_out_of_readable_text(self):
        self.assertEqual(readable(b"Code: A\rCode: AB\r\x1b[KCode: \r\ndone\r\r\n"), "Code: \ndone\n")
        self.assertEqual(readable(b"50 %\r\x1b[K\r\ndone\n"), "\ndone\n")

    def test_signals_and_missing_programs_have_the_shells_statuses(self):
        self.assertEqual(self.terminal.run(["sh", "-c", "kill -9 $$"]).status, 137)
        self.assertEqual(self.terminal.run(["/no/such/program"]).status, 127)

    def test_the_alternate_screen_is_marked_in_readable_text(self):
        self.assertEqual(
            readable(b"\x1b[1mPIN\x1b[0m\r\n\x1b[?1049h\x1b[2;3Htext\x1b[?1049l"),
            "PIN\n\n-- on the alternate screen --\n\ntext\n-- back on the main screen --\n")


if __name__ == "__main__":
    unittest.main()
