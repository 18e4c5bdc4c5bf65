"""Pictures of what is pushed: beside the text, and in a tab of their own."""

import json
import os
import unittest

from Tests.Desktop.desk import Desk, wait_until
from Tests.Desktop import memory, screen
from Tests.Desktop.pictures import count_pixels, write_bands, write_png

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
BUTTON = screen.Atspi.Role.PUSH_BUTTON
TEAL, PLUM, RED = (0, 130, 129), (141, 33, 107), (201, 11, 13)


class PictureTest(unittest.TestCase):
    """Two pictures come, one after the other."""

    @classmethod
    def setUpClass(cls):
        cls.desk = Desk(os.environ["VAULT_PROGRAMS"], with_server=True)
        cls.addClassCleanup(cls.desk.close)
        cls.desk.log_in(EMAIL, PASSWORD)
        screen.begin()
        cls.window = cls.desk.open_window()
        cls.screen = screen.Screen(cls.desk, "vault-desktop")
        cls.screen.find("Tasks")
        cls.desk.keys("alt+3")
        cls.screen.wait_for_text("No picture")
        cls.push("The bay", TEAL, 640, 400)
        cls.push("The garden", PLUM, 200, 300)

    @classmethod
    def push(cls, title, colour, width, height):
        """Pushes a notice with a picture to the user themselves."""
        file = write_png(cls.desk.home.path(f"{title}.png"), width, height, colour)
        payload = {"aps": {"alert": {"title": title, "body": "Seen from above."}}, "kind": "notice"}
        cls.desk.vault("push", "send", "-", "--image", str(file), text=json.dumps(payload))
        cls.screen.wait_for_text(title)

    def picture(self, name):
        """Keeps a picture of the display where somebody wants to look at it."""
        if os.environ.get("VAULT_PICTURES"):
            self.desk.picture(os.path.join(os.environ["VAULT_PICTURES"], f"{name}.png"))

    def setUp(self):
        self.desk.keys("Escape", "alt+2")
        self.screen.press("The bay")
        self.wait_for_pixels(TEAL, 50_000)

    def wait_for_pixels(self, colour, count, seconds=15):
        """Waits until a colour is seen in at least so many pixels."""
        wait_until(lambda: count_pixels(self.desk, colour) >= count, seconds, f"{count} pixels of {colour}",
                   lambda: f"there are {count_pixels(self.desk, colour)}")

    def wait_for_caption(self, title, place):
        """Waits until the tab says which picture it shows."""
        wait_until(lambda: any(text.startswith(title) and text.endswith(place) for text in self.screen.texts()), 15,
                   f"{title} as {place}", self.screen.texts)

    def test_rows_and_detail(self):
        self.screen.find("Picture: The bay")
        # The other one is seen in its row alone.
        self.wait_for_pixels(PLUM, 2_000)
        self.assertLess(count_pixels(self.desk, PLUM), 72 * 72 + 1)

    def test_last_opened(self):
        self.desk.keys("alt+3")
        self.wait_for_caption("The bay", "2 of 2")
        self.wait_for_pixels(TEAL, 200_000)
        self.assertEqual(count_pixels(self.desk, PLUM), 0)

    def test_newer_and_older(self):
        self.desk.keys("alt+3")
        self.wait_for_caption("The bay", "2 of 2")
        self.desk.keys("Prior")
        self.wait_for_caption("The garden", "1 of 2")
        self.wait_for_pixels(PLUM, 50_000)
        self.screen.press("Older picture", BUTTON)
        self.wait_for_caption("The bay", "2 of 2")

    def test_zoom(self):
        self.desk.keys("alt+3")
        self.screen.wait_for_text("fits")
        self.desk.keys("ctrl+1")
        self.screen.wait_for_text("100 %")
        wait_until(lambda: count_pixels(self.desk, TEAL) == 640 * 400, 15, "each pixel as one of the screen's",
                   lambda: f"there are {count_pixels(self.desk, TEAL)}")
        self.screen.press("Larger", BUTTON)
        self.screen.wait_for_text("125 %")
        for text in ("100 %", "80 %"):
            self.screen.press("Smaller", BUTTON)
            self.screen.wait_for_text(text)
        smaller = 640 * 400 * 0.8 ** 2
        wait_until(lambda: abs(count_pixels(self.desk, TEAL) - smaller) < smaller / 50, 15, "a smaller picture",
                   lambda: f"there are {count_pixels(self.desk, TEAL)}")
        self.desk.keys("ctrl+0")
        self.screen.wait_for_text("fits")

    def test_click_on_a_picture_leads_to_its_tab(self):
        self.screen.press("Picture: The bay", screen.Atspi.Role.IMAGE)
        self.wait_for_caption("The bay", "2 of 2")

    def test_zoomed_about_the_middle_and_dragged(self):
        file = write_bands(self.desk.home.path("map.png"), 600, 300, RED, TEAL, PLUM)
        payload = {"aps": {"alert": {"title": "The map", "body": "Three lands."}}, "kind": "notice"}
        self.desk.vault("push", "send", "-", "--image", str(file), text=json.dumps(payload))
        self.screen.wait_for_text("The map")
        number = json.loads(self.desk.vault("inbox", "--json"))["items"][0]["number"]
        self.addCleanup(self.desk.vault, "inbox", "delete", str(number))
        self.screen.press("The map")
        self.desk.keys("alt+3")
        self.wait_for_caption("The map", "1 of 3")
        self.desk.keys("ctrl+1")
        self.screen.wait_for_text("100 %")
        # All of what is in the middle is seen.
        self.wait_for_pixels(TEAL, 600 * 300)
        self.assertLess(count_pixels(self.desk, RED), 600 * 150)
        self.desk.drag((480, 200), (480, 320))
        self.wait_for_pixels(RED, 600 * 200)

    def test_real_pixels_and_the_file_itself(self):
        # A line of the screen each: in a smaller copy there is neither of the two.
        file = write_bands(self.desk.home.path("lines.png"), 3000, 1, *([RED, TEAL] * 1000))
        payload = {"aps": {"alert": {"title": "The plan", "body": "Read the small print."}}, "kind": "notice"}
        self.desk.vault("push", "send", "-", "--image", str(file), text=json.dumps(payload))
        self.screen.wait_for_text("The plan")
        number = json.loads(self.desk.vault("inbox", "--json"))["items"][0]["number"]
        self.addCleanup(self.desk.vault, "inbox", "delete", str(number))
        self.screen.press("The plan")
        self.desk.keys("alt+3")
        self.wait_for_caption("The plan", "1 of 3")
        self.screen.wait_for_text("fits")
        self.assertEqual(0, count_pixels(self.desk, RED))
        before = memory.share(self.window.process.pid)
        self.desk.keys("ctrl+1")
        self.screen.wait_for_text("100 %")
        self.screen.find("All pixels of the picture are on their way")
        for colour in (RED, TEAL):
            # What is built for tests decodes slowly.
            self.wait_for_pixels(colour, 150_000, 60)
        wait_until(lambda: not self.screen.has("All pixels of the picture are on their way"), 15, "nothing on its way")
        self.picture("picture-pixels")
        # 24 MB, which are given back where nobody sees them, and asked for again.
        self.assertGreater(memory.share(self.window.process.pid), before + (20 << 20))
        self.desk.keys("alt+1")
        wait_until(lambda: memory.share(self.window.process.pid) < before + (12 << 20), 20, "the memory back", lambda: f"{before} before, {memory.share(self.window.process.pid)} now")
        self.desk.keys("alt+3")
        for colour in (RED, TEAL):
            self.wait_for_pixels(colour, 150_000, 60)
        self.save(file)

    def save(self, original):
        """Keeps the picture that is shown as a file."""
        kept = self.desk.home.path("kept.png")
        self.ask_to_save(kept)
        wait_until(lambda: kept.exists() and kept.read_bytes() == original.read_bytes(), 15, "the file as it was sent", self.screen.texts)
        self.assertEqual(0o600, kept.stat().st_mode & 0o777)
        self.screen.wait_for_text(f"Saved as {kept}")
        self.desk.focus()
        # What is there already, the dialog asks about.
        kept.write_text("something of somebody's", encoding="utf-8")
        self.ask_to_save(kept)
        wait_until(lambda: any("already exists" in text for text in self.screen.texts()), 10, "a question", self.screen.texts)
        self.assertEqual("something of somebody's", kept.read_text(encoding="utf-8"))
        for _ in range(2):
            self.desk.press("Escape")
        wait_until(lambda: not self.desk.has_window("Save Picture"), 10, "the dialog to be gone")
        self.desk.focus()

    def ask_to_save(self, file):
        """Types the name of a file for the picture that is shown."""
        # What was told of the one before may lie over it.
        self.screen.act("Save Picture…", BUTTON)
        self.desk.wait_for_window("Save Picture")
        self.desk.press("ctrl+a")
        self.desk.type(str(file))
        self.desk.press("Return")

    def test_leads_to_its_item(self):
        self.desk.keys("alt+3", "Prior")
        self.wait_for_caption("The garden", "1 of 2")
        # Whoever is led there can click again after a moment.
        self.addCleanup(self.desk.look)
        self.screen.press("Open Item", BUTTON)
        self.wait_for_pixels(PLUM, 50_000)
        self.screen.wait_for_text("Seen from above.")

    def test_narrow(self):
        self.addCleanup(self.desk.resize, 960, 640)
        self.desk.keys("alt+3")
        self.desk.resize(360, 640)
        button = self.screen.find("Open Item", BUTTON)
        wait_until(lambda: 0 < button.place().x < 360 - 40, 15, "the bar within 360 pixels",
                   lambda: f"it is at {button.place().x}")


if __name__ == "__main__":
    unittest.main()
