"""Which letters of a protected text stay known, in a window that has drawn no other one: some are drawn in the size of ordinary texts, whose letters come after."""

import os
import unittest

from Tests.Desktop.desk import Desk
from Tests.Desktop import glyph_cache, screen
from Tests.Desktop.test_reveal import PIN, TEXTS


class LettersTest(unittest.TestCase):
    """The order of its letters goes with a text."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        cls.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        for label, text in {"Latin": TEXTS["Latin"], "Every script": "\n".join(TEXTS.values())}.items():
            cls.desk.vault("add", "--protected", "--label", label, "-", text=text)
        cls.desk.vault("lock")
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")

    def test_order_of_letters_is_not_left(self):
        """What draws letters keeps each glyph, in the order of their last use. A secret has a size of its own."""
        for label in ("Latin", "Every script"):
            self.screen.reveal(label, PIN)
            self.desk.vault("lock")
            self.screen.wait_for_text("Hidden: the vault was locked.")
            # Those that have an alphabet's letters, or all of a block; no other text has so many.
            covered = [font for font in glyph_cache.drawn(self.window.process.pid) if len(font) > 400]
            self.assertTrue(covered, "the scan finds the letters of secrets")
            for drawn in covered:
                # Letters of other scripts, of texts before this one, stand before all that was drawn with it.
                began = max((place for place in range(1, len(drawn)) if drawn[place] < drawn[place - 1]), default=0)
                self.assertGreater(len(drawn) - began, 400, f"letters in their own order: {label}, {drawn[max(0, began - 40):]}")


if __name__ == "__main__":
    unittest.main()
