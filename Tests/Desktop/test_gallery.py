"""The pictures of docs/window.md are what the window looks like, and what is read in them can be read."""

import collections
import os
import pathlib
import subprocess
import tempfile
import unittest

from Tests.Desktop.gallery import Gallery

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Texts of the smallest size, and of each colour, with the part of the picture that they lie in: left, top, width, height.
SMALL = {
    "window-tasks": {"overdue": (40, 205, 220, 20), "details": (40, 300, 150, 20), "facts": (500, 110, 200, 20)},
    "window-inbox": {"byline": (90, 113, 150, 20), "unread": (388, 186, 48, 22), "read": (402, 79, 35, 18)},
}


class GalleryTest(unittest.TestCase):
    """Each picture is drawn anew, with the same tasks and items."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        gallery = Gallery(os.environ["VAULT_PROGRAMS"], cls.directory.name)
        try:
            cls.files = {file.stem: file for file in gallery.draw()}
        finally:
            gallery.desk.close()

    def test_pictures_of_the_documents(self):
        self.assertEqual(sorted(self.files), sorted(file.stem for file in (ROOT / "docs/pictures").glob("window-*.png")))
        for name, file in self.files.items():
            with self.subTest(name):
                # Dates and numbers differ from day to day: compared is where there is light and dark.
                drawn, kept = (self.pixels(path, "gray", "-resize", "64x48!") for path in (file, ROOT / f"docs/pictures/{name}.png"))
                difference = sum(abs(one - other) for one, other in zip(drawn, kept)) / len(kept)
                self.assertLess(difference, 6, f"{name} is not what docs/window.md shows: make window-pictures")

    def test_contrast(self):
        for style in ("", "-dark"):
            for name, places in SMALL.items():
                for what, place in places.items():
                    with self.subTest(f"{name}{style}: {what}"):
                        self.assertGreaterEqual(self.contrast(self.files[name + style], place), 4.5)

    @staticmethod
    def pixels(file, colours, *words):
        """What ImageMagick makes of a picture, byte by byte."""
        return subprocess.run(
            ["convert", str(file), *words, "-depth", "8", f"{colours}:-"], check=True, capture_output=True, timeout=30).stdout

    def contrast(self, file, place):
        """The contrast of what is read in a part of a picture with what it stands on (WCAG 2.1, 1.4.3)."""
        left, top, width, height = place
        found = self.pixels(file, "rgb", "-crop", f"{width}x{height}+{left}+{top}", "+repage")
        colours = collections.Counter(zip(found[0::3], found[1::3], found[2::3]))
        ground = self.luminance(colours.most_common(1)[0][0])
        return max(self.ratio(self.luminance(colour), ground) for colour in colours)

    @staticmethod
    def luminance(colour):
        """The relative luminance of a colour."""
        red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    @staticmethod
    def ratio(one, other):
        """The contrast of two luminances."""
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)


if __name__ == "__main__":
    unittest.main()
