"""Draws the window as docs/window.md shows it: light and dark, wide and narrow, from right to left.

usage: python3 -m Tests.Desktop.gallery DIRECTORY
"""

import json
import os
import pathlib
import subprocess
import sys

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import screen
from Tests.Desktop.pictures import write_png

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
TEAL = (0, 130, 129)
DARK = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}


class Gallery:
    """A desk with some tasks and an inbox, and the pictures of its window."""

    def __init__(self, programs, into):
        self.into = pathlib.Path(into)
        self.desk = Desk(programs, with_server=True)

    def draw(self):
        """Draws all pictures, and hands over their files."""
        self.fill()
        screen.begin()
        drawn = [self.draw_scene("window-tasks", self.tasks), self.draw_scene("window-tasks-dark", self.tasks, **DARK)]
        drawn += [self.draw_scene("window-inbox", self._inbox), self.draw_scene("window-inbox-dark", self._inbox, **DARK)]
        drawn.append(self.draw_scene("window-narrow", self._narrow, width=360))
        hebrew = self._hebrew()
        if hebrew:
            drawn.append(self.draw_scene("window-right-to-left", self.tasks, **hebrew))
        return drawn

    def fill(self):
        """Adds the tasks and the items that are seen."""
        self.desk.log_in(EMAIL, PASSWORD)
        self.desk.vault("add", "Call the landlord", "--due", "2020-01-02", "--priority", "high")
        self.desk.vault("add", "Write the talk", "--tag", "work", "--subtask", "Outline", "--subtask", "Rehearse", "--notes", "Three parts, no slides.")
        self.desk.vault("add", "Water the plants", "--tag", "home", "--project", "garden")
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for pictures\n")
        self.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot")
        picture = write_png(self.desk.home.path("bay.png"), 640, 400, TEAL)
        for title, text, words in (("Backup is done", "All files of tonight are safe.", []), ("The bay", "Seen from the tower.", ["--image", str(picture)])):
            payload = {"aps": {"alert": {"title": title, "body": text}}, "kind": "notice"}
            self.desk.vault("push", "send", "-", *words, text=json.dumps(payload))

    def _hebrew(self):
        """A locale that is read from right to left, made for this vault alone; none where the system has no sources of locales."""
        made = subprocess.run(
            ["localedef", "-f", "UTF-8", "-i", "he_IL", str(self.desk.home.path("he_IL.UTF-8"))], capture_output=True, check=False)
        return {"LOCPATH": str(self.desk.home.path("he_IL.UTF-8").parent), "LC_ALL": "he_IL.UTF-8"} if made.returncode == 0 else None

    def draw_scene(self, name, scene, width=960, **settings):
        """Draws a scene in a window of its own, and hands over the file."""
        self.desk.open_window(**settings)
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.wait_for_text("Call the landlord")
        if width != 960:
            self.desk.resize(width, 640)
        scene(seen)
        file = self.into / f"{name}.png"
        self._wait_for_rest(file, width)
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        return file

    def _wait_for_rest(self, file, width):
        """Takes a picture once nothing moves any more."""
        pictures = []

        def rests():
            self.desk.picture(file)
            subprocess.run(["convert", str(file), "-crop", f"{width}x640+0+0", "+repage", str(file)], check=True, timeout=30)
            pictures.append(file.read_bytes())
            return len(pictures) > 1 and pictures[-1] == pictures[-2]
        wait_until(rests, 30, "the window to be at rest")

    def tasks(self, seen):
        """A task beside the list."""
        seen.press("Write the talk")
        seen.wait_for_text("Rehearse")

    def _inbox(self, seen):
        self.desk.keys("alt+2")
        seen.press("The bay")
        seen.find("Picture: The bay")
        seen.wait_for_text("Seen from the tower.")

    def _narrow(self, seen):
        seen.wait_for_text("Spare key")


def main():
    """Draws the pictures into a directory, and makes them small."""
    gallery = Gallery(os.environ["VAULT_PROGRAMS"], sys.argv[1])
    try:
        files = gallery.draw()
    finally:
        gallery.desk.close()
    for file in files:
        subprocess.run(["pngquant", "--force", "--output", str(file), "64", str(file)], check=True, timeout=60)
        subprocess.run(["optipng", "-quiet", "-o2", str(file)], check=True, timeout=60)


if __name__ == "__main__":
    main()
