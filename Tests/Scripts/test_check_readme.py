"""The README's commands are really run, and what they print is really compared."""

import pathlib
import subprocess
import sys
import unittest

from Tests.Scripts.programs import stand_ins

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = """
```console
$ make test
$ vault pin set
$ vault add --protected --label "Spare key"
Added 91c0…  Spare key
$ vault reveal 91c0
{more}
```
"""


class CheckReadmeTests(unittest.TestCase):
    def check(self, more=""):
        programs = stand_ins(self)
        (programs / "README.md").write_text(README.format(more=more), encoding="utf-8")
        command = [sys.executable, "-B", str(ROOT / "scripts/check-readme"), "--programs", str(programs),
                   "--readme", str(programs / "README.md")]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)

    def test_a_true_readme_passes(self):
        result = self.check("$ vault list\n91c0 … Spare key")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("5 commands did what the README says", result.stdout)

    def test_another_output_is_found(self):
        result = self.check("$ vault list\n91c0 Another key")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the line '91c0 Another key'", result.stderr)

    def test_a_command_that_fails_is_found(self):
        result = self.check("$ vault frobnicate")
        self.assertEqual(result.returncode, 1)
        self.assertIn("vault frobnicate", result.stderr)

    def test_a_missing_make_target_is_found(self):
        result = self.check("$ make frobnicate")
        self.assertEqual(result.returncode, 1)
        self.assertIn("frobnicate", result.stderr)


if __name__ == "__main__":
    unittest.main()
