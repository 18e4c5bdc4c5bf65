"""Links and paths that lead nowhere are found, and others are not."""

import pathlib
import shutil
import tempfile
import unittest

from Tests.Scripts.programs_by_path import load

check_links = load("check-links")


class CheckLinksTests(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="links-"))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "docs").mkdir()
        (self.root / "docs/other.md").write_text("# Other\n\n## A heading, here\n", encoding="utf-8")

    def document(self, text, name="docs/page.md"):
        file = self.root / name
        file.write_text(text, encoding="utf-8")
        return file

    def links(self, text):
        return list(check_links.broken_links(self.document(text)))

    def paths(self, text, **name):
        return list(check_links.missing_paths(self.document(text, **name), self.root))

    def test_links_that_lead_somewhere_pass(self):
        self.assertEqual(self.links("[a](other.md#a-heading-here), [b](https://example.org/none), `[c](none.md)`"), [])

    def test_a_link_to_no_file_is_found(self):
        self.assertEqual(self.links("[a](none.md)"), ["none.md: no such file"])

    def test_a_link_to_no_heading_is_found(self):
        self.assertEqual(self.links("[a](other.md#gone)"), ["other.md#gone: no such heading"])

    def test_paths_that_are_there_pass(self):
        self.assertEqual(self.paths("`docs/other.md`, `docs/`, `docs/other.md --option`, `etc/none`, docs/none"), [])

    def test_a_path_that_is_gone_is_found(self):
        self.assertEqual(self.paths("See `docs/gone.md` there."), ["`docs/gone.md`: no such file"])

    def test_the_changelog_and_examples_may_name_what_is_gone(self):
        self.assertEqual(self.paths("`docs/gone.md`", name="CHANGELOG.md"), [])
        self.assertEqual(self.paths("```sh\nls `docs/gone.md`\n```\n"), [])


if __name__ == "__main__":
    unittest.main()
