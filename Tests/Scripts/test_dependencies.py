"""The list of exact versions is what gets resolved, whatever else there is, and every difference is named."""

import contextlib
import io
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from .programs_by_path import load

MANIFEST = """// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "{name}", products: [.library(name: "{name}", targets: ["{name}"])], {more} targets: [.target(name: "{name}")])
"""


class DependenciesTests(unittest.TestCase):
    """A package that uses another one, which has a newer version than the list."""

    def setUp(self):
        self.here = pathlib.Path(tempfile.mkdtemp(prefix="dependencies-"))
        self.addCleanup(shutil.rmtree, self.here)
        self.program = load("dependencies")
        self.program.LIST = self.here / "list"
        self.library = self.here / "greeting"
        self.package(self.library, "greeting", "")
        self.git("init", "--quiet")
        self.commit("1.0.0", "tag", "1.0.0")
        # As some projects have it: with a letter, and an object of its own.
        self.commit("1.1.0", "tag", "--annotate", "--message=newer", "v1.1.0")
        self.address = f"file://{self.library}"
        self.tree = self.here / "tree"
        self.package(self.tree, "tree", f'dependencies: [.package(url: "{self.address}", from: "1.0.0")],')

    def package(self, folder, name, more):
        (folder / "Sources" / name).mkdir(parents=True)
        (folder / "Sources" / name / "Nothing.swift").write_text("", encoding="utf-8")
        (folder / "Package.swift").write_text(MANIFEST.format(name=name, more=more), encoding="utf-8")

    def git(self, *words):
        return subprocess.run(
            ["git", "-C", self.library, "-c", "user.name=a", "-c", "user.email=a@example.org", *words], capture_output=True, text=True,
            check=True, timeout=60).stdout.strip()

    def commit(self, text, *tag):
        (self.library / "version").write_text(text, encoding="utf-8")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", text)
        self.git(*tag)

    def run_program(self, action, *lines):
        """Its exit status and what it said."""
        if lines:
            self.program.LIST.write_text("# a comment\n" + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            status = self.program.main([action, str(self.tree)])
        return status, said.getvalue()

    def test_fetches_the_listed_version_though_there_is_a_newer_one(self):
        status, said = self.run_program("fetch", f"greeting 1.0.0 {self.address}")
        self.assertEqual(status, 0, said)
        self.assertEqual((self.tree / ".build/checkouts/greeting/version").read_text(encoding="utf-8"), "1.0.0")
        status, said = self.run_program("check", f"greeting 1.1.0 {self.address}", f"other 2.0.0 {self.address}")
        self.assertEqual(status, 69)
        self.assertIn("greeting is 1.0.0, but 1.1.0 is listed", said)
        self.assertIn("other 2.0.0 is listed, but nothing uses it", said)

    def test_fetches_a_version_whose_tag_has_a_letter_and_a_message(self):
        self.assertEqual(self.program.revision("1.1.0", self.address), self.git("rev-parse", "HEAD"))
        status, said = self.run_program("fetch", f"greeting 1.1.0 {self.address}")
        self.assertEqual(status, 0, said)
        self.program.LIST.write_text("# a comment\n", encoding="utf-8")
        self.assertEqual(self.run_program("write")[0], 0)
        self.assertEqual(self.program.LIST.read_text(encoding="utf-8"), f"# a comment\ngreeting 1.1.0 {self.address}\n")

    def test_names_what_is_not_listed_or_does_not_exist(self):
        status, said = self.run_program("fetch", f"greeting 3.0.0 {self.address}")
        self.assertEqual(status, 69)
        self.assertIn("has no version 3.0.0", said)
        self.assertNotEqual(self.run_program("fetch", "# nothing")[0], 0)

    def test_says_so_where_nothing_was_fetched(self):
        self.assertEqual(self.run_program("check", "# nothing")[0], 69)


if __name__ == "__main__":
    unittest.main()
