"""run-suites passes over no test that failed, no suite that crashed, hung or ran nothing."""

import contextlib
import io
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import unittest
from unittest import mock

from Tests.Scripts.programs_by_path import load

# Stands in for the built tests: lists suites, and runs one as Swift Testing would, by the suite's own name.
PROGRAM = r'''#!/usr/bin/python3
import os, re, signal, subprocess, sys, time
suites = {"E2E.Good": ["fine()", "\"in words\""], "E2E.Bad": ["wrong()"], "E2E.Crash": [], "E2E.Empty": [], "E2E.Slow": [],
          "Unit.First": ["quick()"], "E2E.KillTests": ["long()"], "E2E.Partly": ["fine()"], "E2E.Left": []}
if "--list-tests" in sys.argv:
    print("\n".join(f"{suite}/{test}" for suite, tests in suites.items() for test in tests or ["none()"]))
    print("no suite")
    sys.exit(0)
suite = re.sub(r"\\(.)", r"\1", sys.argv[sys.argv.index("--filter") + 1].removeprefix("^").removesuffix("(/|$)"))
if os.environ["SWIFT_BACKTRACE"] != "enable=no" or not os.isatty(os.open("/dev/tty", os.O_RDWR)):
    sys.exit("no terminal of its own")
for test in suites[suite]:
    if suite == "E2E.Bad":
        print(f"\u2718 Test {test} recorded an issue")
        print(f"\u2718 Test {test} failed after 0.250 seconds with 1 issue.")
    else:
        print(f"\u2714 Test {test} passed after 1.500 seconds.")
if suite == "E2E.Partly":
    print("\u279c Test \"needs more\" skipped.")
if suite == "E2E.Left":
    print("\u279c Suite \"Left out\" skipped: \"no calendars: run scripts/fetch-calendars\"")
    print("\u279c Test \"never mind\" skipped: \"no calendars: run scripts/fetch-calendars\"")
print("what the suite printed")
if suite == "E2E.Bad":
    sys.exit(1)
if suite == "E2E.Crash":
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGSEGV)
if suite == "E2E.Slow":
    child = subprocess.Popen(["sleep", "600"])
    with open(os.path.join(os.path.dirname(sys.argv[0]), "child"), "w") as note:
        note.write(str(child.pid))
    time.sleep(600)
'''


class RunSuitesTests(unittest.TestCase):
    def setUp(self):
        self.here = pathlib.Path(tempfile.mkdtemp(prefix="suites-"))
        self.addCleanup(shutil.rmtree, self.here)
        self.program = self.here / "tests"
        self.program.write_text(PROGRAM, encoding="utf-8")
        self.program.chmod(0o700)
        self.script = load("run-suites")
        self.script.test_program = lambda: self.program
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.getsignal(number))

    def run_suites(self, *arguments, continuous_integration=False):
        output = io.StringIO()
        with mock.patch.object(sys, "argv", ["run-suites", *arguments]), mock.patch.dict(os.environ), \
                contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            os.environ.pop("CI", None)
            if continuous_integration:
                os.environ["CI"] = "true"
            status = self.script.main()
        return status, output.getvalue()

    def test_suites_that_pass(self):
        status, text = self.run_suites("--filter", "Good|First")
        self.assertEqual(status, 0, text)
        self.assertIn("3 passed, 0 failed", text)
        self.assertNotIn("what the suite printed", text)
        self.assertIn('1.5 s  E2E.Good "in words"', text, "the slowest tests")

    def test_another_program_of_tests_can_be_named(self):
        self.script.test_program = self.fail
        status, text = self.run_suites("--filter", "Good", "--program", str(self.program))
        self.assertEqual(status, 0, text)
        self.assertIn("2 passed, 0 failed", text)

    def test_a_test_that_failed_is_named_with_all_that_its_suite_printed(self):
        status, text = self.run_suites("--filter", "Good|Bad")
        self.assertEqual(status, 1, text)
        self.assertIn("FAILED: E2E.Bad wrong()", text)
        self.assertIn("recorded an issue", text)
        self.assertIn("2 passed, 1 failed", text)

    def test_a_suite_that_crashed_or_ran_nothing_is_a_failure(self):
        for suite, reason in (("Crash", "ended with -11"), ("Empty", "no test ran")):
            status, text = self.run_suites("--filter", suite)
            self.assertEqual(status, 1, text)
            self.assertIn(f"FAILED: E2E.{suite}: {reason}", text)

    def test_what_is_skipped_is_named_with_the_reason_and_is_no_failure(self):
        status, text = self.run_suites("--filter", "Left|Partly")
        self.assertEqual(status, 0, text)
        self.assertIn('SKIPPED: E2E.Left "Left out": no calendars: run scripts/fetch-calendars', text)
        self.assertNotIn('SKIPPED: E2E.Left "never mind"', text)
        self.assertIn('SKIPPED: E2E.Partly "needs more": its condition does not hold here', text)
        self.assertIn("1 passed, 0 failed, 2 skipped", text)

    def test_a_suite_that_is_left_out_is_a_failure_in_continuous_integration(self):
        status, text = self.run_suites("--filter", "Left|Partly", continuous_integration=True)
        self.assertEqual(status, 1, text)
        self.assertIn("FAILED: E2E.Left: no test ran", text)
        self.assertNotIn("FAILED: E2E.Partly", text)

    def test_a_suite_that_hangs_is_ended_with_all_that_it_started(self):
        status, text = self.run_suites("--filter", "Slow", "--timeout", "2")
        self.assertEqual(status, 1, text)
        self.assertIn("FAILED: E2E.Slow: ended with not finished after 2 s", text)
        child = int((self.here / "child").read_text(encoding="utf-8"))
        deadline = time.monotonic() + 30
        while self.is_running(child) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(self.is_running(child))

    @staticmethod
    def is_running(pid):
        try:
            return ") Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return False

    def test_a_name_that_no_suite_has_is_a_mistake(self):
        status, text = self.run_suites("--filter", "Nothing")
        self.assertEqual(status, 64, text)

    def test_the_longest_suites_come_first_and_those_of_the_whole_program_before_others(self):
        self.program.write_text(PROGRAM.replace("E2E.", "EndToEndTests."), encoding="utf-8")
        suites = self.script.suites_of(self.program, "")
        self.assertEqual(suites[0], "EndToEndTests.KillTests")
        self.assertEqual(suites[-1], "Unit.First")
        self.assertEqual(len(suites), 9)


if __name__ == "__main__":
    unittest.main()
