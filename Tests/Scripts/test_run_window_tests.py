"""Several files of the window's tests run at once, and each tells how it ended."""

import pathlib
import subprocess
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class RunWindowTestsTests(unittest.TestCase):
    def run_files(self, **files):
        # A file is found as a module, which lies below the project.
        with tempfile.TemporaryDirectory(dir=ROOT / "Tests/Scripts", prefix="made_") as directory:
            paths = []
            for name, body in files.items():
                path = pathlib.Path(directory, f"test_{name}.py")
                path.write_text("import unittest\nclass Made(unittest.TestCase):\n" + textwrap.indent(textwrap.dedent(body), "  "), encoding="utf-8")
                paths.append(str(path))
            done = subprocess.run(
                [str(ROOT / "scripts/run-window-tests"), "--at-once", "2", *paths], capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout

    def test_all_pass(self):
        status, text = self.run_files(one="def test(self): print('quiet')", two="def test(self): pass")
        self.assertEqual(0, status, text)
        self.assertIn("2 files passed, 0 failed", text)
        self.assertNotIn("quiet", text)

    def test_one_fails(self):
        status, text = self.run_files(one="def test(self): self.fail('what was found')", two="def test(self): pass")
        self.assertEqual(1, status)
        self.assertIn("what was found", text)
        self.assertIn("1 files passed, 1 failed: test_one", text)

    def test_what_fails_beside_others_is_tried_once_more_by_itself(self):
        body = """
            def test_first(self): pass
            def test_second(self):
                mark = __file__ + '.tried'
                import os
                if not os.path.exists(mark):
                    open(mark, 'w').close()
                    self.fail('too busy')
        """
        status, text = self.run_files(one=body)
        self.assertEqual(0, status, text)
        self.assertIn("too busy", text)
        self.assertRegex(text, r"SECOND TRY: Tests\.\S+\.Made\.test_second\n")
        self.assertIn("1 files passed, 0 failed", text)

    def test_what_is_skipped_is_named(self):
        status, text = self.run_files(one="@unittest.skip('there is no screen')\ndef test(self): pass")
        self.assertEqual(0, status)
        self.assertIn("SKIPPED: test", text)
        self.assertIn("there is no screen", text)


if __name__ == "__main__":
    unittest.main()
