"""Draws the window as docs/window.md shows it: light and dark, wide and narrow, from right to left.

usage: python3 -m Tests.Desktop.gallery DIRECTORY
"""

import json
import os
import pathlib
import re
import subprocess
import sys

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop.friend import Friend
from Tests.Desktop import layout, screen
from Tests.Desktop.pictures import write_png

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
PIN = "a pin for pictures"
BUTTON = screen.Atspi.Role.PUSH_BUTTON
WINDOW, SUB_WINDOW = (960, 640), (480, 640)
# Times, ports and ids, which differ from one time to the next.
MOVING = re.compile(r"\d:\d\d|just now|\d min ago|Today|127\.0\.0\.1|\b[0-9a-f]{8}\b")
TEAL = (0, 130, 129)
DARK = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}


class Gallery:
    """A desk with some tasks and an inbox, and the pictures of its window."""

    def __init__(self, programs, into):
        self.into, self.bob = pathlib.Path(into), None
        # By picture: what is wrong with the layout, and the places of what differs from one time to the next.
        self.faults, self.moving = {}, {}
        self.desk = Desk(programs, with_server=True)

    def draw(self):
        """Draws all pictures, and hands over their files."""
        screen.begin()
        drawn = [self._first_run()]
        self.fill()
        drawn += self._pages()
        drawn += [self.draw_scene("window-tasks-dark", self.tasks, **DARK), self.draw_scene("window-inbox-dark", self._inbox, **DARK)]
        drawn.append(self.draw_scene("window-narrow", self._narrow, width=360))
        hebrew = self._hebrew()
        if hebrew:
            drawn.append(self.draw_scene("window-right-to-left", self._mirrored, **hebrew))
        return drawn

    def _first_run(self):
        """Draws what a new vault begins with."""
        self.desk.open_window()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.wait_for_text("Step 1 of 3")
        self.desk.resize(*SUB_WINDOW, "Set Up")
        file = self._keep("window-first-run", seen, SUB_WINDOW, "Set Up")
        self._close()
        return file

    def _pages(self):
        """Draws one page after the other, in the same window."""
        self.desk.open_window()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.wait_for_text("Call the landlord")
        drawn = []
        for name, scene in (
                ("tasks", self.tasks), ("inbox", self._inbox), ("picture", self._picture), ("messages", self._messages), ("channels", self._channels), ("banner", self._banner),
                ("reveal", self._reveal)):
            scene(seen)
            drawn.append(self._keep(f"window-{name}", seen, WINDOW))
        self.desk.press("Escape")
        for name, title, keys in (("form", "Edit Task", "ctrl+e"), ("preferences", "Preferences", "ctrl+comma")):
            self.desk.focus()
            seen.press("Call the landlord")
            self.desk.keys(keys)
            self.desk.wait_for_window(title)
            self.desk.resize(*SUB_WINDOW, title)
            # No caret, which comes and goes.
            self.desk.unfocus()
            drawn.append(self._keep(f"window-{name}", seen, SUB_WINDOW, title))
            self._leave(title)
        self._close()
        return drawn

    def _leave(self, title):
        """Closes a window above the first one."""
        self.desk.leave_window(title)

    def fill(self):
        """Adds the tasks and the items that are seen."""
        self.desk.log_in(EMAIL, PASSWORD)
        self.desk.vault("add", "Call the landlord", "--due", "2020-01-02", "--priority", "high")
        self.desk.vault("add", "Write the talk", "--tag", "work", "--subtask", "Outline", "--subtask", "Rehearse", "--notes", "Three parts, no slides.")
        self.desk.vault("add", "Water the plants", "--tag", "home", "--project", "garden")
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        self.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot")
        self._meet_bob()
        picture = write_png(self.desk.home.path("bay.png"), 640, 400, TEAL)
        for title, text, words in (("Backup is done", "All files of tonight are safe.", []), ("The bay", "Seen from the tower.", ["--image", str(picture)])):
            payload = {"aps": {"alert": {"title": title, "body": text}}, "kind": "notice"}
            self.desk.vault("push", "send", "-", *words, text=json.dumps(payload))

    def _meet_bob(self):
        """Has somebody who has written, and a channel."""
        self.bob = Friend(self.desk, "bob@example.org", PASSWORD)
        code = json.loads(self.desk.vault("people", "invite", "--json"))["invitations"][0]["code"]
        self.bob.vault("follow", code, "--yes")
        self.bob.vault("message", "send", "ada", "Come at noon.")
        home = self.desk.home
        subprocess.run(
            [home.program("vault-server"), "channel", "create", "--title", "Garden", "--description", "All that grows.", "--data", str(home.path("server"))],
            env=home.environment(), timeout=30, capture_output=True, check=True)
        self.desk.vault("channels", "join", "garden")

    def close(self):
        """Ends everything."""
        if self.bob:
            self.bob.close()
        self.desk.close()

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
        file = self._keep(name, seen, (width, 640))
        self._close()
        return file

    def _close(self):
        """Closes the window."""
        self.desk.close_window()
        wait_until(lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")

    def _keep(self, name, seen, size, title="Vault"):
        """Keeps a picture of a window, and what is wrong with its layout and which parts of it change from time to time."""
        file = self.into / f"{name}.png"
        # What the pointer is over looks otherwise; a banner stays as long as it is over that.
        if name != "window-banner":
            self.desk.move(1270, 790)
        self._wait_for_rest(file, size)
        window = seen.window(title)
        self.faults[name] = layout.wait_for_layout(seen, title, ignored=["lies over"] if name == "window-banner" else [])
        self.moving[name] = [place for place in (
            screen.answer(node.place) for node in screen.everything(window)
            if MOVING.search(node.name)) if place and place.width > 0]
        return file

    def _wait_for_rest(self, file, size):
        """Takes a picture once nothing moves any more."""
        pictures = []

        def rests():
            self.desk.picture(file)
            # Without the time, by which each would differ from the one before.
            subprocess.run(
                ["convert", str(file), "-crop", f"{size[0]}x{size[1]}+0+0", "+repage", "-strip", "-define", "png:exclude-chunks=date,time", str(file)], check=True, timeout=30)
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

    def _picture(self, seen):
        self.desk.keys("alt+3")
        seen.wait_for_text("The bay")

    def _messages(self, seen):
        self.desk.keys("alt+4")
        seen.press("Come at noon.")
        wait_until(lambda: seen.texts().count("Come at noon.") >= 2, 15, "the conversation", seen.texts)

    def _channels(self, seen):
        self.desk.keys("alt+5")
        seen.press("Garden")
        seen.find("Leave", BUTTON)

    def _banner(self, seen):
        self.desk.keys("alt+1")
        payload = {"aps": {"alert": {"title": "The door", "body": "It is open."}}, "kind": "notice"}
        self.desk.vault("push", "send", "-", text=json.dumps(payload))
        banner = seen.find("Notice from you: The door: It is open.", BUTTON)
        place = wait_until(lambda: self._place(banner), 8, "the banner in its place")
        self.desk.move(place.x + place.width // 2, place.y + place.height // 2)

    @staticmethod
    def _place(node):
        """Where a widget is, once it has dropped to there."""
        place = screen.answer(node.place)
        return place if place and place.width > 0 and place.height > 20 else None

    def _reveal(self, seen):
        self.desk.keys("Escape")
        seen.wait_without("Notice from you: The door")
        seen.press("Spare key")
        seen.press("Reveal", BUTTON)
        seen.wait_for_text("It opens what is protected.")
        self.desk.type(PIN)
        self.desk.press("Return")
        seen.find_after_dialog("Hide", BUTTON)

    def _mirrored(self, seen):
        """Looks at the other pages, too, before the one of which there is a picture."""
        for page in (self._inbox, self._picture, self._messages, self._channels):
            page(seen)
            self.faults[f"from right to left, {page.__name__}"] = layout.wait_for_layout(seen, "Vault")
        self.desk.keys("alt+1")
        self.tasks(seen)

    def _narrow(self, seen):
        seen.wait_for_text("Spare key")


def main():
    """Draws the pictures into a directory, and makes them small."""
    gallery = Gallery(os.environ["VAULT_PROGRAMS"], sys.argv[1])
    try:
        files = gallery.draw()
    finally:
        gallery.close()
    for file in files:
        subprocess.run(["pngquant", "--force", "--output", str(file), "64", str(file)], check=True, timeout=60)
        subprocess.run(["optipng", "-quiet", "-o2", str(file)], check=True, timeout=60)


if __name__ == "__main__":
    main()
