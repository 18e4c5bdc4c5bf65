"""What leads into the window from outside: clicks on notifications, and links."""

import datetime
import json
import os
import subprocess
import unittest

from Tests.Desktop.bus import run_window
from Tests.Desktop.desk import wait_until
from Tests.Desktop.guided import GuidedTest, PASSWORD
from Tests.Desktop.friend import Friend
from Tests.Desktop import memory, screen

BUTTON = screen.Atspi.Role.PUSH_BUTTON


class PlacesTest(GuidedTest):
    """Whoever is led into the window sees what they were led to."""

    def wait_for_detail(self, seen, title):
        """Waits until a title stands in the detail, beside the list that has it, too."""
        wait_until(lambda: seen.texts().count(title) == 2, 15, f"the detail of {title}", lambda: f"{seen.texts()}")

    def test_click_cold_and_running(self):
        self.push("Water the plants")
        self.assertFalse(self.bus.is_owned(self.bus.window))
        self.bus.click("Water the plants")
        seen = self.see()
        seen.find("Accept", BUTTON)
        wait_until(lambda: self.items()["Water the plants"]["state"] == "pending", 10, "the item to be looked at")
        self.desk.unfocus()
        self.push("Feed the cat", kind="notice")
        seen.wait_for_text("Feed the cat")
        self.bus.click("Feed the cat")
        seen.wait_without("Accept")
        wait_until(lambda: self.items()["Feed the cat"]["state"] == "read", 10, "the other item to be read")

    def test_click_on_a_reminder(self):
        due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
        self.desk.vault("add", "Ring the bell", "--due", due.strftime("%Y-%m-%dT%H:%M:%SZ"), "--notify")
        self.bus.click("Ring the bell")
        self.wait_for_detail(self.see(), "Ring the bell")

    def test_banner_in_front_and_notification_behind(self):
        opened = self.desk.open_window()
        self.addCleanup(opened.stop)
        seen = self.see()
        seen.find("New task")
        self.desk.focus()
        self.push("In front of it", kind="notice")
        seen.find("Notice from you: In front of it: All of it.", BUTTON)
        self.desk.press("Escape")
        self.desk.unfocus()
        self.push("Behind something", kind="notice")
        wait_until(lambda: any(title == "Behind something" for title, _ in self.bus.notifications()), 20, "the notification", lambda: f"{self.bus.notifications()}")
        # It was in the window before the desktop was told; neither place tells what the other one has told.
        seen.find("Inbox", screen.Atspi.Role.PAGE_TAB)
        self.assertFalse(seen.has("Notice from you: Behind something: All of it.", BUTTON))
        self.assertFalse([title for title, _ in self.bus.notifications() if title == "In front of it"])

    def test_channel_and_what_a_link_takes_away(self):
        home = self.desk.home
        subprocess.run(
            [home.program("vault-server"), "channel", "create", "--title", "Garden", "--description", "All that grows.", "--data", str(home.path("server"))],
            env=home.environment(), timeout=30, capture_output=True, check=True)
        self.desk.vault("channels", "join", "garden")
        channel = next(channel["id"] for channel in json.loads(self.desk.vault("channels", "--json"))["channels"] if channel["title"] == "Garden")
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text="a pin for links\n")
        self.desk.vault("add", "--protected", "--label", "Spare key", "-", text="Under the flowerpot, at noon")
        task = self.task("Fetch the ladder")
        opened = self.desk.open_window()
        self.addCleanup(opened.stop)
        seen = self.see()
        for link, there in ((f"vault://channel/{channel}", lambda: seen.wait_for_page("Channels")), (f"vault://task/{task}", lambda: self.wait_for_detail(seen, "Fetch the ladder"))):
            self.desk.focus()
            self.desk.keys("alt+1")
            seen.wait_for_page("Tasks")
            seen.press("Spare key")
            seen.press("Reveal", BUTTON)
            wait_until(lambda: seen.has("PIN") or seen.has("Hide", BUTTON), 10, "a question, or the text")
            if seen.has("PIN"):
                self.desk.type("a pin for links")
                self.desk.press("Return")
            seen.find_after_dialog("Hide", BUTTON)
            self.assertGreater(memory.count(opened.process.pid, b"Under the flowerpot, at noon"), 0)
            self.assertEqual(0, run_window(self.desk, link).returncode)
            there()
            self.desk.look()
            self.assertEqual(0, memory.count(opened.process.pid, b"Under the flowerpot, at noon"))

    def test_terminal_in_its_place(self):
        self.addCleanup(self.bus.install_window, self.program)
        # Only some stand on the desktop at once: what others have left goes.
        self.desk.vault("inbox", "read", "--all")
        for program, title in (("/bin/false", "It ends at once"), ("/bin/sleep 30", "It never answers")):
            self.bus.install_window(program)
            number = self.push(title, kind="notice")
            self.bus.click(title)
            self.assertIn(f"vault inbox show {number};", self.opened_terminal())

    def test_notification_names_the_entry(self):
        self.push("Named", kind="notice")
        wait_until(lambda: any(title == "Named" for title, _ in self.bus.notifications()), 20, "the notification")
        hints = next(hints for title, hints in self.bus.notifications() if title == "Named")
        self.assertEqual("io.github.vault.Vault", hints["desktop-entry"])

    def test_links(self):
        task = self.task("Fix the roof")
        number = self.push("Sign here")
        first = self.desk.open_window()
        self.addCleanup(first.stop)
        seen = self.see()
        seen.wait_for_text("Fix the roof")
        self.assertEqual(0, run_window(self.desk, f"vault://inbox/{number}").returncode)
        seen.find("Accept", BUTTON)
        self.assertEqual("pending", self.items()["Sign here"]["state"])
        self.assertEqual(0, run_window(self.desk, f"vault://task/{task}").returncode)
        self.wait_for_detail(seen, "Fix the roof")
        for wrong in (f"vault://task/{task}/done", "vault://login", "https://example.org/", "vault://inbox/9999999999999999999"):
            run_window(self.desk, wrong)
        seen.wait_for_text("The window was asked to open something that it does not know.")
        self.wait_for_detail(seen, "Fix the roof")
        self.assertEqual("pending", self.items()["Sign here"]["state"])

    def agree(self, seen):
        """Agrees to an import, as often as it takes: at first nobody can."""
        seen.wait_for_text("Import tasks?")

        def press():
            for node in seen.nodes():
                # GTK's dialog has two rows of buttons, of which one is seen.
                if node.name == "Import":
                    screen.answer(node.parent.act)
            return "Import tasks?" not in seen.texts()
        wait_until(press, 10, "the question to be answered")

    def test_file_is_imported_after_a_question(self):
        file = self.desk.home.path("home", "to do.txt")
        file.write_text("Buy bread\nSweep the stairs\n", encoding="utf-8")
        started = self.desk.open_window(str(file))
        self.addCleanup(started.stop)
        seen = self.see()
        seen.wait_for_text("Import tasks?", f"Folder: {file.parent}\nFile: to do.txt")
        # Whoever happens to press Enter, or to click there, agrees to nothing.
        self.desk.press("Return")
        seen.wait_without("Import tasks?")
        self.assertNotIn("Buy bread", self.desk.vault("list", "--json"))
        run_window(self.desk, str(file))
        self.agree(seen)
        # The message goes by itself.
        seen.wait_for_text("Imported 2 tasks.")
        seen.wait_for_text("Buy bread", "Sweep the stairs")

    def test_files_that_are_none(self):
        pipe = self.desk.home.path("home", "pipe.txt")
        os.mkfifo(pipe)
        started = self.desk.open_window(str(pipe))
        self.addCleanup(started.stop)
        seen = self.see()
        seen.wait_for_text("Import tasks?")
        self.agree(seen)
        wait_until(lambda: any("is not a regular file" in text for text in seen.texts()), 10, "a refusal", lambda: f"{seen.texts()}")

    def test_conversation(self):
        bob = Friend(self.desk, "bob@example.org", PASSWORD)
        self.addCleanup(bob.close)
        code = json.loads(self.desk.vault("people", "invite", "--json"))["invitations"][0]["code"]
        bob.vault("follow", code, "--yes")
        bob.vault("message", "send", "ada", "Come at noon.")
        self.assertFalse(self.bus.is_owned(self.bus.window))
        title = wait_until(lambda: next((
            title for title, _ in self.bus.notifications() if title.startswith("bob") and "follows" not in title), None), 20, "the notification",
            lambda: f"{self.bus.notifications()}")
        self.bus.click(title)
        seen = self.see()
        # In the list and in the conversation.
        wait_until(lambda: seen.texts().count("Come at noon.") >= 2, 15, "the conversation", lambda: f"{seen.texts()}")
        self.assertEqual(0, run_window(self.desk, "vault://inbox").returncode)
        self.assertEqual(0, run_window(self.desk, f"vault://conversation/{bob.user()}").returncode)
        seen.find("Message", screen.Atspi.Role.TEXT)
        self.assertEqual(0, run_window(self.desk, f"vault://channel/{bob.user()}").returncode)
        seen.wait_for_text("There is no such conversation or channel here, or not any more.")

    def test_message_is_told_in_one_place(self):
        carol = Friend(self.desk, "carol@example.org", PASSWORD)
        self.addCleanup(carol.close)
        code = json.loads(self.desk.vault("people", "invite", "--json"))["invitations"][0]["code"]
        carol.vault("follow", code, "--yes")
        opened = self.desk.open_window()
        self.addCleanup(opened.stop)
        seen = self.see()
        seen.find("New task")
        self.desk.focus()
        carol.vault("message", "send", "ada", "Seen in front.")
        wait_until(lambda: any("Seen in front." in node.name for node in seen.nodes() if node.role == BUTTON), 20,
                   "the banner", seen.texts)
        self.desk.press("Escape")
        self.desk.unfocus()
        carol.vault("message", "send", "ada", "Seen behind.")

        def told():
            return [str(arguments) for _, arguments in self.bus.notification_calls()]
        wait_until(lambda: any("Seen behind." in text for text in told()), 20, "the notification", told)
        self.assertFalse([text for text in told() if "Seen in front." in text])

    def test_link_to_nothing(self):
        started = self.desk.open_window("vault://inbox/123456")
        self.addCleanup(started.stop)
        self.see().wait_for_text("The item is not in this inbox, or not any more.")

    def test_link_starts_the_window(self):
        task = self.task("Begin with this")
        started = self.desk.open_window(f"vault://task/{task}")
        self.addCleanup(started.stop)
        self.wait_for_detail(self.see(), "Begin with this")


if __name__ == "__main__":
    unittest.main()
