"""What is made ends: every widget, every page, every window."""

import os
import pathlib
import re
import subprocess
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen

LINE = re.compile(r"^(ok|LEFT) (.+): (\d+) made, (\d+) left")
# A window of a phone, whose text may be of 1.6 times the size.
WIDTH, NARROW = re.compile(r"^width (\d+): (\d+)$"), 360
PAGES = ("Profile", "Preferences", "Access Log", "Doctor", "About")
ROUNDS, WARM = 9, 3
# A page has several hundred widgets, each of some hundred bytes and more: one that stayed would be seen.
MAXIMUM_GROWTH = 1024
# Fewer would mean that a part of the program's list was not tried.
LEAST = 55


class LeakTest(unittest.TestCase):
    """Widgets are made, used as people do, and let go of; GLib says of each when its memory has ended."""

    def test_made_is_finalized(self):
        program = os.environ.get("VAULT_LEAKS") or pathlib.Path(os.environ["VAULT_DESKTOP"]).with_name("widget-leaks")
        desk = Desk(os.environ["VAULT_PROGRAMS"])
        self.addCleanup(desk.close)
        result = subprocess.run([program], env=desk.environment, capture_output=True, text=True, timeout=240, check=False)
        lines = [match for match in (LINE.match(line) for line in result.stdout.splitlines()) if match]
        self.assertEqual([], [line.string for line in lines if line.group(1) != "ok"], result.stderr)
        self.assertEqual(0, result.returncode, result.stdout + result.stderr)
        self.assertGreaterEqual(len(lines), LEAST)
        circle = next(line for line in lines if line.group(2) == "a circle")
        self.assertGreater(int(circle.group(4)), 0, "a circle is not found")

    def test_window_is_narrow_with_larger_text(self):
        program = os.environ.get("VAULT_LEAKS") or pathlib.Path(os.environ["VAULT_DESKTOP"]).with_name("widget-leaks")
        desk = Desk(os.environ["VAULT_PROGRAMS"])
        self.addCleanup(desk.close)
        result = subprocess.run([program, "The window"], env=desk.environment, capture_output=True, text=True, timeout=60, check=False)
        widths = [match.groups() for match in (WIDTH.match(line) for line in result.stdout.splitlines()) if match]
        self.assertEqual(["96", "120", "154", "96"], [resolution for resolution, _ in widths], result.stdout + result.stderr)
        self.assertEqual([], [width for width in widths if int(width[1]) > NARROW], "pixels, by the resolution of the display")

    def test_pages_again_and_again(self):
        desk = Desk(os.environ["VAULT_PROGRAMS"])
        self.addCleanup(desk.close)
        desk.vault("add", "Buy milk")
        screen.begin()
        window = desk.open_window()
        seen = screen.Screen(desk, "vault-desktop")
        seen.wait_for_text("Buy milk")
        sizes = []
        for _ in range(ROUNDS):
            for page in PAGES:
                desk.keys("F10")
                seen.act(page, screen.Atspi.Role.PUSH_BUTTON)
                desk.wait_for_window(page)
                self.assertTrue(seen.texts())
                desk.press("Escape")
                wait_until(lambda page=page: not desk.has_window(page), 15, f"{page} closed")
            sizes.append(self.private(window.process.pid))
        growth = (sizes[-1] - sizes[WARM - 1]) / (ROUNDS - WARM)
        self.assertLess(growth, MAXIMUM_GROWTH, f"KiB a round of {len(PAGES)} pages: {sizes}")

    @staticmethod
    def private(pid):
        """What a process has of memory that belongs to no file, in KiB: that anybody may know."""
        text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"^RssAnon:\s+(\d+)", text, re.MULTILINE).group(1))


if __name__ == "__main__":
    unittest.main()
