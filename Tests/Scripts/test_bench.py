"""The bench keeps its targets honestly."""

import pathlib
import sys
import unittest

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


if __name__ == "__main__":
    unittest.main()
