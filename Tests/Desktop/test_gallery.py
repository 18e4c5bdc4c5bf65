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
# The size of the parts of a picture that are compared, in pixels, and how much greyer a word in small letters makes one, of 255.
TILE, WORD = (24, 16), 12


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
            gallery.close()
        (cls.faults, cls.moving) = (gallery.faults, gallery.moving)

    def test_pictures_of_the_documents(self):
        self.assertEqual(sorted(self.files), sorted(file.stem for file in (ROOT / "docs/pictures").glob("window-*.png")))
        for name, file in self.files.items():
            with self.subTest(name):
                changed = self.changed_tiles(name, file)
                if changed and os.environ.get("VAULT_PICTURES"):
                    (pathlib.Path(os.environ["VAULT_PICTURES"]) / file.name).write_bytes(file.read_bytes())
                self.assertEqual([], changed, f"{name} is not what docs/window.md shows, at these places: make window-pictures")

    def changed_tiles(self, name, file):
        """The places, from the left and from the top in pixels, at which a picture is darker or lighter than that of the documents by so much as a word makes."""
        kept = ROOT / f"docs/pictures/{name}.png"
        sizes = [subprocess.run(["identify", "-format", "%w %h", str(path)], check=True, capture_output=True, text=True, timeout=30).stdout for path in (file, kept)]
        if sizes[0] != sizes[1]:
            return sizes
        width, height = (int(part) for part in sizes[0].split())
        columns, rows = width // TILE[0], height // TILE[1]
        drawn, former = (self.pixels(path, "gray", "-filter", "box", "-resize", f"{columns}x{rows}!") for path in (file, kept))
        places = [(place % columns * TILE[0], place // columns * TILE[1]) for place, (one, other) in enumerate(zip(drawn, former)) if abs(one - other) > WORD]
        return [place for place in places if not any(self.is_near(place, moving) for moving in self.moving[name])]

    @staticmethod
    def is_near(place, moving):
        """Whether a tile has something of what differs from one time to the next, which may have been longer."""
        return all(start < other + size + more and other < start + tile for start, tile, other, size, more in (
            (place[0], TILE[0], moving.x, moving.width, 80), (place[1], TILE[1], moving.y, moving.height, 0)))

    def test_a_cut_word_is_noticed(self):
        name, (x, y, width, height) = "window-tasks", SMALL["window-tasks"]["overdue"]
        file = self.files[name]
        cut = file.with_name("cut.png")
        subprocess.run(
            ["convert", str(file), "-fill", "white", "-draw", f"rectangle {x + width - 10},{y + 17} {x + width + 40},{y + height + 14}", str(cut)], check=True, timeout=30)
        self.assertNotEqual([], self.changed_tiles(name, cut))

    def test_all_has_its_room(self):
        for name, found in self.faults.items():
            with self.subTest(name):
                self.assertEqual([], found)

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
