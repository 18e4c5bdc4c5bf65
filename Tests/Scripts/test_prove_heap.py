"""prove-heap finds what a program leaves behind, and trusts no control that finds nothing."""

import contextlib
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from Tests.Scripts.programs_by_path import load

NAMES = ["vault-agent", "vault-server", "vault-clipboard", "vault"]


class ProveHeapTests(unittest.TestCase):
    def setUp(self):
        self.here = pathlib.Path(tempfile.mkdtemp(prefix="heap-"))
        self.addCleanup(shutil.rmtree, self.here)
        self.script = load("prove-heap")

    def build(self, name, *options):
        source = self.here / "program.c"
        source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        subprocess.run(["cc", *options, "-o", str(self.here / name), str(source)], check=True)

    def prove(self, *words):
        output = io.StringIO()
        with mock.patch.object(sys, "argv", ["prove-heap", "--programs", str(self.here), *words]), \
                contextlib.redirect_stdout(output):
            status = self.script.main()
        return status, output.getvalue()

    def test_a_program_that_erases_nothing_is_found_out(self):
        for name in NAMES:
            self.build(name)
        status, text = self.prove()
        self.assertEqual(status, 1, text)
        found = [int(line.split()[1]) for line in text.splitlines()]
        self.assertEqual(len(found), len(NAMES))
        self.assertTrue(all(count >= self.script.LEAST_CONTROL for count in found), text)

    def test_one_program_that_leaves_one_size_or_whose_control_finds_little_fails_all(self):
        for name in NAMES:
            self.build(name)
        little = self.script.LEAST_CONTROL - 1
        for bad, figures, expected in (("vault", (0, 4081), 0), ("vault-server", (1, 4081), 1), ("vault", (0, little), 1)):
            self.script.loaded = lambda program, _, bad=bad, figures=figures: (
                figures if program.endswith("/" + bad) else (0, 4081))
            self.assertEqual(self.prove()[0], expected, (bad, figures))

    def test_the_window_is_looked_at_where_it_is_given(self):
        for name in [*NAMES, "vault-desktop"]:
            self.build(name)
        self.script.loaded = lambda program, _: (1 if program.endswith("/vault-desktop") else 0, 4081)
        self.assertEqual(self.prove()[0], 0)
        self.assertEqual(self.prove("--window", str(self.here / "vault-desktop"))[0], 1)

    def test_a_program_without_a_loader_is_looked_at_in_the_debugger(self):
        for name in NAMES[:-1]:
            self.build(name)
        self.build("vault", "-static")
        asked = []
        self.script.loaded = lambda program, _: (asked.append(("loaded", program)), (0, 4081))[1]
        self.script.debugged = lambda program: (asked.append(("debugged", program)), (0, 4081))[1]
        self.assertEqual(self.prove()[0], 0)
        self.assertEqual([(way, pathlib.Path(program).name) for way, program in asked],
                         [("loaded", name) for name in NAMES[:-1]] + [("debugged", "vault")])


if __name__ == "__main__":
    unittest.main()
