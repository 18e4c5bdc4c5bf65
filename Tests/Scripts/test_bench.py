"""The bench keeps its targets honestly."""

import contextlib
import io
import pathlib
import sys
import unittest
from unittest import mock

from Tests.Scripts.programs_by_path import load

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from benchmarks.results import Target, table  # noqa: E402


class TargetTests(unittest.TestCase):
    def test_at_most(self):
        self.assertTrue(Target("t", ours=4, theirs=10, bound=0.4).is_met)
        self.assertFalse(Target("t", ours=4.1, theirs=10, bound=0.4).is_met)

    def test_at_least(self):
        self.assertTrue(Target("t", ours=1, theirs=20, bound=20, at_least=True).is_met)
        self.assertFalse(Target("t", ours=1, theirs=19.9, bound=20, at_least=True).is_met)

    def test_a_comparison_without_a_bound_is_never_missed(self):
        comparison = Target("t", ours=40, theirs=1)
        self.assertTrue(comparison.is_met)
        self.assertRegex(list(table([comparison]))[1], r"40\.000$")

    def test_a_missed_target_is_named_in_the_table(self):
        lines = list(table([Target("slow", 2, 1, 1), Target("fast", 1, 2, 1)]))
        self.assertRegex(lines[1], r"^slow .*2\.000 .*MISSED$")
        self.assertRegex(lines[2], r"^fast .*0\.500 .*ok$")


PARTS = ("time_commands", "time_stores", "time_tasks", "time_calendars", "time_lists", "time_hub", "time_people", "time_postgres", "time_cluster", "time_window")


class BenchTests(unittest.TestCase):
    """The program itself, with other measurements."""

    def setUp(self):
        self.script = load("bench")
        self.closed = []
        self.script.Bench = lambda programs, log: mock.Mock(close=lambda: self.closed.append(programs))
        for name in PARTS:
            setattr(self.script, name, lambda *_, name=name: [Target(name, 1, 2, 1)])

    def bench(self, *parts):
        output = io.StringIO()
        with mock.patch.object(sys, "argv", ["bench", "--programs", "/programs", "--postgres", "p", "--window", "/window", *parts]), \
                contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = self.script.main()
        return status, output.getvalue()

    def test_some_parts_alone(self):
        status, text = self.bench("hub", "window")
        self.assertEqual(0, status, text)
        self.assertIn("time_window", text)
        self.assertNotIn("time_tasks", text)
        self.assertEqual([], self.closed, "what is not measured is not made")

    def test_no_such_part(self):
        with self.assertRaises(SystemExit) as ended:
            self.bench("nothing")
        self.assertEqual(2, ended.exception.code)

    def test_all_targets_met(self):
        status, text = self.bench()
        self.assertEqual(status, 0, text)
        self.assertIn("bench: every target is met", text)
        self.assertEqual(text.count(" ok\n"), len(PARTS))
        self.assertEqual(self.closed, ["/programs"])

    def test_one_missed_target_of_any_part_fails_and_is_named(self):
        for name in PARTS:
            before = getattr(self.script, name)
            setattr(self.script, name, lambda *_: [Target("fast", 1, 2, 1), Target("too slow", 3, 2, 1)])
            status, text = self.bench()
            self.assertEqual(status, 1, text)
            self.assertIn("bench: missed: too slow\n", text)
            setattr(self.script, name, before)

    def test_what_could_not_be_measured_is_no_target_met_and_leaves_nothing_running(self):
        def broken(*_):
            raise RuntimeError("the keyring did not start")

        for name in ("time_commands", "time_hub"):
            before = getattr(self.script, name)
            setattr(self.script, name, broken)
            status, text = self.bench()
            self.assertEqual(status, 70, text)
            self.assertIn("FAILED: the keyring did not start", text)
            self.assertNotIn("every target", text)
            setattr(self.script, name, before)
        self.assertEqual(len(self.closed), 2)


if __name__ == "__main__":
    unittest.main()
