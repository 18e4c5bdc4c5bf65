"""The walk passes on programs that do what they should, and says what is wrong with those that don't."""

import pathlib
import subprocess
import sys
import unittest

from Tests.Scripts.programs import stand_ins

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULTS = {
    "text in the list": "to hide the text",
    "text in a file": "the text in no file",
    "login that asks again": "before the deadline|to ask nothing",
    "echo": "not to be echoed|before the deadline",
    "any PIN": "a wrong PIN|before the deadline",
    "no screen": "the prompt|alternate screen",
    "lock that locks nothing": "the prompt /PIN",
    "agent that stays": "the agent to end when asked to",
}


class WalkTests(unittest.TestCase):
    def setUp(self):
        self.programs = stand_ins(self)

    def walk(self, fault="", store="file", timeout=60):
        (self.programs / "fault").write_text(fault, encoding="utf-8")
        command = [sys.executable, "-B", str(ROOT / "scripts/walk"), "--programs", str(self.programs), "--unattended",
                   "--patience", "2", "--timeout", str(timeout), "--store", store]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90, check=False)

    def test_every_step_passes_on_both_stores(self):
        for store in ("file", "secret-service"):
            with self.subTest(store):
                result = self.walk(store=store)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertIn("every step did what it should", result.stdout)

    def test_every_fault_is_found_and_named(self):
        for fault, complaint in FAULTS.items():
            with self.subTest(fault):
                result = self.walk(fault)
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertRegex(result.stderr, complaint)

    def test_a_command_that_hangs_meets_the_deadline(self):
        result = self.walk("hang")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("the command's end before the deadline", result.stderr)

    def test_nothing_is_left_behind(self):
        for fault in ("", "text in the list"):
            with self.subTest(fault):
                result = self.walk(fault)
                home = pathlib.Path(result.stdout.split(", in ")[1].split(" (")[0])
                self.assertFalse(home.exists())
                processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, timeout=10, check=True)
                self.assertNotIn(str(self.programs), processes.stdout)

    def test_missing_programs_are_named(self):
        (self.programs / "vault-agent").unlink()
        result = self.walk()
        self.assertEqual(result.returncode, 64)
        self.assertIn("vault-agent", result.stderr)


if __name__ == "__main__":
    unittest.main()
