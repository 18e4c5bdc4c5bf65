"""The documents become pages whose links lead somewhere, and say what the documents say."""

import html.parser
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

from Tests.Scripts.programs_by_path import load

render_docs = load("render-docs")
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Reader(html.parser.HTMLParser):
    """What a page has: the targets of its links and pictures, its anchors, its text and how often each element."""

    def __init__(self, file):
        super().__init__()
        self.targets, self.anchors, self.text, self.counts = [], set(), "", {}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        for name, value in attributes:
            if name in ("href", "src"):
                self.targets.append(value)
            elif name == "id":
                self.anchors.add(value)

    def handle_data(self, data):
        self.text += data


class RenderDocsTests(unittest.TestCase):
    def setUp(self):
        self.out = pathlib.Path(tempfile.mkdtemp(prefix="pages-"))
        self.addCleanup(shutil.rmtree, self.out)

    def render(self, documents):
        root = self.out / "root"
        for name, text in documents.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        names = sorted(name for name in documents if name.endswith(".md"))
        render_docs.Site(root, names, self.out / "pages").write()
        return self.out / "pages"

    def test_links_between_documents_lead_to_pages_and_headings(self):
        pages = self.render({
            "README.md": "# Start\n\n[more](docs/more.md#the-way-on), [why](docs/decisions/)\n",
            "docs/more.md": "# More\n\n## The `way` on\n\n[back](../README.md), [here](#more)\n",
            "docs/decisions/README.md": "# Why\n",
        })
        self.assertEqual(
            Reader(pages / "README.html").targets, ["index.html", "docs/more.html#the-way-on", "docs/decisions/README.html"])
        more = Reader(pages / "docs/more.html")
        self.assertEqual(more.targets, ["../index.html", "../README.html", "#more"])
        self.assertEqual(more.anchors, {"more", "the-way-on"})

    def test_what_is_linked_comes_along(self):
        pages = self.render({
            "docs/page.md": "![picture](a.svg) [list](../packages) [there](https://example.org/a.md) [all](samples)\n",
            "docs/a.svg": "<svg></svg>", "packages": "one\n", "docs/samples/one.txt": "1",
        })
        self.assertEqual((pages / "docs/a.svg").read_text(encoding="utf-8"), "<svg></svg>")
        self.assertTrue((pages / "packages").exists() and (pages / "docs/samples/one.txt").exists())
        self.assertIn("https://example.org/a.md", Reader(pages / "docs/page.html").targets)

    def test_tables_and_code_are_what_they_are(self):
        pages = self.render({"README.md": "# `A` & B\n\n| a | b |\n|---|---|\n| `x\\|y` | <2 |\n\n1. one\n\n   ```sh\n   ls\n   ```\n"})
        page = Reader(pages / "README.html")
        self.assertEqual((page.counts["table"], page.counts["td"], page.counts["pre"]), (1, 2, 1))
        self.assertIn("x|y", page.text)
        self.assertIn("A & B", Reader(pages / "index.html").text)

    def test_every_link_of_this_repository_leads_somewhere(self):
        command = [sys.executable, "-B", str(ROOT / "scripts/render-docs"), str(self.out)]
        subprocess.run(command, stdin=subprocess.DEVNULL, check=True, capture_output=True, timeout=60)
        pages = {file: Reader(file) for file in self.out.glob("**/*.html")}
        self.assertIn(self.out / "docs/architecture.html", pages)
        dead, reached = [], {self.out / "index.html"}
        for file, read in pages.items():
            self.assertNotIn("|---", read.text, file)
            for target in read.targets:
                address = urllib.parse.urlsplit(target)
                led = (file.parent / urllib.parse.unquote(address.path)).resolve() if address.path else file
                if address.scheme or target == render_docs.LIBRARY:
                    continue
                reached.add(led)
                if not led.exists() or address.fragment and led in pages and address.fragment not in pages[led].anchors:
                    dead.append(f"{file.relative_to(self.out)}: {target}")
        self.assertEqual(dead, [])
        self.assertEqual({str(file) for file in pages.keys() - reached}, set())


if __name__ == "__main__":
    unittest.main()
