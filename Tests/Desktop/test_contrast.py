"""With high contrast, what is read in the window can be read by people who see little: 7 to 1 at least (WCAG 2.1, 1.4.6)."""

import os
import pathlib
import tempfile
import unittest

from Tests.Desktop.gallery import DARK, Gallery
from Tests.Desktop import test_gallery
from Tests.Desktop import screen

LABELS = screen.Atspi.Role.LABEL, screen.Atspi.Role.STATIC
TEXTS = "Call the landlord", "Overdue (1)", "0 of 2 subtasks done", "Rehearse", "Three parts, no slides."
CONTRAST = {"ADW_DEBUG_HIGH_CONTRAST": "1"}


class ContrastTest(unittest.TestCase):
    """The same tasks as in the pictures of docs/window.md."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.gallery = Gallery(os.environ["VAULT_PROGRAMS"], directory.name)
        cls.addClassCleanup(cls.gallery.close)
        cls.gallery.fill()
        screen.begin()

    def measure(self, name, **settings):
        """The contrast of each text of the window."""
        places = {}

        def scene(seen):
            self.gallery.tasks(seen)
            for node in seen.nodes():
                text = node.name
                if node.role in LABELS and (text in TEXTS or text.startswith("overdue") or "0 of 2 subtasks" in text):
                    place = screen.answer(node.place)
                    if place and place.width > 0 and place.height > 0:
                        places[text] = (place.x, place.y, place.width, place.height)
        file = self.gallery.draw_scene(name, scene, **settings)
        if os.environ.get("VAULT_PICTURES"):
            (pathlib.Path(os.environ["VAULT_PICTURES"]) / f"{name}.png").write_bytes(pathlib.Path(file).read_bytes())
        self.assertGreaterEqual(len(places), 5)
        return {text: test_gallery.GalleryTest.contrast(test_gallery.GalleryTest, file, place) for text, place in places.items()}

    def test_high_contrast(self):
        for name, settings in (("contrast-light", CONTRAST), ("contrast-dark", CONTRAST | DARK)):
            for text, contrast in self.measure(name, **settings).items():
                with self.subTest(f"{name}: {text}"):
                    self.assertGreaterEqual(contrast, 7)


if __name__ == "__main__":
    unittest.main()
