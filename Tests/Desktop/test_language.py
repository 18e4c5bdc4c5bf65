"""The window, and the agent's notifications, in another language; and the command line, which has one."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import unittest.mock

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import ROOT, Desk, wait_until
from Tests.Desktop import screen

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
LOCALE = "uk_UA.UTF-8"
PIN = "ключ від вікна"
# Three words of English in a row.
ENGLISH = re.compile(r"\b[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")
BUTTON, TAB = screen.Atspi.Role.PUSH_BUTTON, screen.Atspi.Role.PAGE_TAB


class LanguageTest(unittest.TestCase):
    """Programs that were installed, with their catalogues, for somebody who reads Ukrainian."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="vault-language-")
        cls.addClassCleanup(place.cleanup)
        root = pathlib.Path(place.name).resolve()
        made = subprocess.run(["localedef", "-f", "UTF-8", "-i", "uk_UA", str(root / LOCALE)], capture_output=True, check=False)
        if made.returncode not in (0, 1) or not (root / LOCALE).exists():
            raise unittest.SkipTest("there are no sources of locales")
        window = os.environ.get("VAULT_DESKTOP") or os.path.join(os.environ["VAULT_PROGRAMS"], "vault-desktop")
        subprocess.run(
            ["scripts/install-product", "--of-toolchain", "--window", window, os.environ["VAULT_PROGRAMS"], "", str(root / "prefix")],
            cwd=ROOT, check=True, capture_output=True, timeout=120)
        # What is opened is what is installed.
        without = unittest.mock.patch.dict(os.environ)
        without.start()
        cls.addClassCleanup(without.stop)
        os.environ.pop("VAULT_DESKTOP", None)
        cls.desk = Desk(root / "prefix" / "bin", with_server=True, LANG=LOCALE, LOCPATH=str(root))
        cls.addClassCleanup(cls.desk.close)
        cls.bus = SessionBus(cls.desk)
        cls.notifications = cls.bus.show_notifications("body actions")
        cls.addClassCleanup(cls.notifications.stop)
        cls.desk.log_in(EMAIL, PASSWORD)
        for name in ("Полити квіти", "Купити молоко", "Подзвонити"):
            cls.desk.vault("add", name)
        screen.begin()

    def open(self, **settings):
        """Opens a window, which ends with the test."""
        self.desk.open_window(**settings)
        self.addCleanup(wait_until, lambda: not screen.is_there("vault-desktop"), 15, "the window to be gone")
        self.addCleanup(self.desk.close_window)

    def test_1_notifications(self):
        payload = {"aps": {"alert": {"title": "Пофарбувати паркан", "body": "До зими."}}, "kind": "task"}
        self.desk.vault("push", "send", "-", text=json.dumps(payload))
        for words in ("Пофарбувати паркан", "Від вас", "Прийняти", "Видалити", "Показати"):
            wait_until(lambda words=words: words in self.notifications.log_text(), 20, f"a notification that says {words}", self.notifications.log_text)

    def test_2_the_socket_has_one_language(self):
        item = json.loads(self.desk.vault("inbox", "list", "--json"))["items"][0]
        self.assertEqual(["task", "unread"], [item["kind"], item["state"]])
        self.assertIn("from you", self.desk.vault("inbox", "show", str(item["number"])))

    def test_3_the_command_line_has_one_language(self):
        for words in (["list"], ["help"], ["inbox", "list"], ["list", "--json"], ["help", "add"], ["doctor"], ["show", "none"], ["add", "x", "--due", "nonsense"], ["log", "5"]):
            with self.subTest(words):
                self.assertEqual(self.said(words, LANG="C.UTF-8"), self.said(words))
                self.assertEqual(self.said(words, LANG="C.UTF-8"), self.said(words, LC_ALL=LOCALE, LANGUAGE="uk:de"))

    def said(self, words, **settings):
        """What a command says, and how it ends."""
        done = subprocess.run(
            [self.desk.home.program("vault"), *words], env=self.desk.environment | settings, capture_output=True, timeout=60, check=False)
        # Times and numbers of processes differ from one moment to the next.
        return [done.returncode, *(re.sub(rb"\d+", b"N", text) for text in (done.stdout, done.stderr))]

    def test_4_the_window(self):
        self.open()
        seen = screen.Screen(self.desk, "vault-desktop")
        for name in ("Завдання", "Вхідні", "Повідомлення", "Канали", "Зображення"):
            seen.find(name)
        seen.find("Без дати (3)")
        self.desk.keys("ctrl+f", "Escape")
        seen.press("Полити квіти")
        for name in ("Виконано", "Редагувати…", "Видалити"):
            seen.find(name, BUTTON)
        self.desk.keys("ctrl+a")
        seen.wait_for_text("Вибрано 3 завдання")
        self.desk.keys("alt+2")
        seen.wait_for_text("Пофарбувати паркан", "До зими.")

    def test_5_other_languages(self):
        for language, name in (("de", "Aufgaben"), ("ru", "Задачи"), ("zh_CN", "任务"), ("en", "Tasks"), ("fr", "Tasks")):
            with self.subTest(language):
                self.open(LANGUAGE=language)
                screen.Screen(self.desk, "vault-desktop").find(name)
                self.doCleanups()

    def test_6_what_the_agent_says(self):
        self.desk.vault("pin", "set", "--pin-stdin", "--no-recovery", text=f"{PIN}\n")
        self.desk.vault("add", "--protected", "--label", "Сейф", "-", text="під квітами")
        self.open()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.find("Без дати (4)")
        seen.press("Подзвонити")
        self.desk.keys("ctrl+d")
        seen.wait_for_text("Виконано: «Подзвонити»")
        self.desk.keys("ctrl+z")
        seen.wait_for_text("Скасовано: «Подзвонити» (виконання)")
        seen.press("Сейф")
        seen.press("Розкрити", BUTTON)
        seen.find("PIN-код")
        self.desk.type("not this one")
        self.desk.press("Return")
        seen.wait_for_text("PIN-код або код відновлення неправильний.")
        self.assert_no_english(seen)
        self.desk.press("Escape")
        seen.wait_without("PIN-код або код відновлення неправильний.")

    def test_7_doctor(self):
        self.open()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.find("Завдання")
        self.open_page(seen, "Діагностика")
        seen.wait_for_text("Усі завдання цілі.")
        self.assert_no_english(seen)
        self.desk.focus("Діагностика")
        self.desk.press("Escape")

    def test_8_no_server(self):
        self.desk.server.stop()
        self.open()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.find("Завдання")
        self.open_page(seen, "Профіль")
        wait_until(lambda: any("Сервер недоступний: там ніхто не відповідає." in text for text in seen.texts()), 20, "what is wrong", seen.texts)
        self.assert_no_english(seen)
        self.desk.press("Escape", "Escape")

    def test_9_dates_in_the_persons_words(self):
        self.open()
        seen = screen.Screen(self.desk, "vault-desktop")
        seen.find("Завдання")
        self.desk.keys("ctrl+n")
        self.desk.type("Спекти хліб післязавтра о 18:00")
        wait_until(lambda: any(text.startswith("термін") and "18:00" in text for text in seen.texts()), 15, "what was understood", seen.texts)
        self.desk.press("Return")
        tasks = lambda: json.loads(self.desk.vault("list", "--json"))["tasks"]  # noqa: E731
        due = wait_until(lambda: next((task["dueDate"] for task in tasks() if task["name"] == "Спекти хліб"), None), 15, "the task", tasks)
        self.assertIn(":00:00", due)
        self.desk.type("Спекти хліб середе")
        wait_until(lambda: any("«середе»" in text and "«середа»" in text for text in seen.texts()), 15, "what may be meant", seen.texts)

    def open_page(self, seen, page):
        """Opens a page by the menu."""
        self.desk.keys("F10")
        seen.find(page, BUTTON)
        seen.act(page, BUTTON)

    def assert_no_english(self, seen):
        """Whether all that can be read is Ukrainian."""
        self.assertEqual([], [text for text in seen.texts() if ENGLISH.search(text)])


if __name__ == "__main__":
    unittest.main()
