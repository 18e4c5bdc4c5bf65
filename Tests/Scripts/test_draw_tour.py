"""The pictures of the tour are those that its scenes draw, and say what they show to those who do not see them."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGEST = 60_000


class DrawTourTests(unittest.TestCase):
    def test_every_picture_is_drawn_by_a_scene_and_shown_with_a_text(self):
        drawn = re.findall(r'stage\.picture\("(\w+)"\)', (ROOT / "scripts/tour/scenes.py").read_text(encoding="utf-8"))
        shown = re.findall(r"!\[([^\]]{20,})\]\(pictures/(\w+)\.png\)", (ROOT / "docs/tour.md").read_text(encoding="utf-8"))
        self.assertGreater(len(drawn), 0)
        self.assertEqual(sorted(drawn), sorted(name for _, name in shown))
        kept = {file.stem for file in (ROOT / "docs/pictures").glob("*.png")}
        of_the_window = re.findall(r"!\[[^\]]{20,}\]\(pictures/(window-[\w-]+)\.png\)", (ROOT / "docs/window.md").read_text(encoding="utf-8"))
        self.assertEqual(sorted(drawn), sorted(kept - set(of_the_window)))

    def test_no_picture_is_large(self):
        for file in (ROOT / "docs/pictures").iterdir():
            self.assertLessEqual(file.stat().st_size, LARGEST, file.name)

    def test_without_its_tools_it_says_which_is_missing_and_draws_nothing(self):
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run(
                ["/usr/bin/python3", "-B", str(ROOT / "scripts/draw-tour"), "--programs", directory, "--into", f"{directory}/pictures"],
                env={**os.environ, "PATH": directory}, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 69)
            self.assertIn("there is no Xvfb here; `make tour` installs it", done.stderr)
            self.assertFalse(pathlib.Path(directory, "pictures").exists())


if __name__ == "__main__":
    unittest.main()
