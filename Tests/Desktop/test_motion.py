"""Nothing moves for whoever wants nothing to move (gtk-enable-animations)."""

import os
import time
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen
from harness.display import Pixels

ROLE = screen.Atspi.Role
# So long nothing may happen any more before it is at rest, in seconds.
REST = 1.0
# What is drawn where nothing moves: what is pressed, what comes in its place, and what of it is read a moment later.
FEW = 5


class MotionTest(unittest.TestCase):
    """How many different pictures are drawn on the way from one state to the next."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"])
        cls.addClassCleanup(cls.desk.close)
        for name in ("Ask", "Buy", "Cut"):
            cls.desk.vault("add", name)
        screen.begin()
        cls.pixels = Pixels(cls.desk.environment["DISPLAY"])
        cls.addClassCleanup(cls.pixels.close)

    def begin(self, is_moving):
        """Opens a narrow window, with or without animations."""
        directory = self.desk.home.path("config-home", "gtk-4.0")
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "settings.ini").write_text(f"[Settings]\ngtk-enable-animations={int(is_moving)}\n")
        self.desk.open_window(XDG_CONFIG_HOME=str(directory.parent))
        self.addCleanup(self.end)
        self.screen = screen.Screen(self.desk, "vault-desktop")
        self.screen.wait_for_text("Ask", "Buy", "Cut")
        self.desk.resize(360, 640)

    def end(self):
        """Closes the window."""
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")

    def drawn(self, act):
        """How often the window has looked different from the moment before, from an action until it is at rest."""
        began = []

        def rests(times):
            if not began:
                # The first look has been before it.
                act()
                began.append(time.monotonic())
            return time.monotonic() - (times[-1] if times else began[0]) > REST
        return len(self.pixels.changes((0, 0, 360, 640), rests))

    def counts(self):
        """The pictures of a message that comes, of a task that takes the list's place, and of the way back."""
        rows = {name: self.place(f"Done: {name}") for name in ("Ask", "Buy")}
        # The pointer alone changes what is below it.
        found = {"a task": self.drawn(lambda: self.desk.click(rows["Buy"].x + 150, rows["Buy"].y + 10))}
        found["the way back"] = self.drawn(lambda: self.desk.press("alt+Left"))
        found["a message"] = self.drawn(lambda: self.desk.press("ctrl+z"))
        return found

    def place(self, name):
        """Where a widget is."""
        def look():
            place = screen.answer(lambda: self.screen.find(name).place())
            return place if place and place.width > 0 else None
        return wait_until(look, 10, f"the place of {name}")

    def test_nothing_moves(self):
        self.begin(False)
        counts = self.counts()
        for what, count in counts.items():
            self.assertLessEqual(count, FEW, f"{what} moves: {counts}")
            self.assertGreater(count, 0, f"{what} was not seen: {counts}")

    def test_without_the_wish_it_does(self):
        # Else the test above would see no motion for want of good eyes.
        self.begin(True)
        counts = self.counts()
        self.assertGreater(counts["a task"], FEW, f"{counts}")


if __name__ == "__main__":
    unittest.main()
