"""The window as it is installed: what desktops find of it, and that it starts from there."""

import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from gi.repository import GLib

from Tests.Desktop.bus import SessionBus
from Tests.Desktop.desk import ROOT, Desk
from Tests.Desktop import screen

ID = "io.github.vault.Vault"
FILES = {
    "bin/vault-desktop", "share/man/man1/vault-desktop.1", f"share/applications/{ID}.desktop", f"share/dbus-1/services/{ID}.service",
    f"share/metainfo/{ID}.metainfo.xml", f"share/gnome-shell/search-providers/{ID}.search-provider.ini", f"share/icons/hicolor/scalable/apps/{ID}.svg", f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg"}


def run(*words, **settings):
    """Runs a program, which has to succeed."""
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False, env=os.environ | settings)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


class InstallTest(unittest.TestCase):
    """A prefix of its own, with the user's own vault: no variable names a place for it."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="vault-prefix-")
        cls.addClassCleanup(place.cleanup)
        cls.prefix = pathlib.Path(place.name).resolve() / "prefix"
        cls.window = os.environ.get("VAULT_DESKTOP") or os.path.join(os.environ["VAULT_PROGRAMS"], "vault-desktop")
        run("scripts/install-product", "--of-toolchain", "--window", cls.window, os.environ["VAULT_PROGRAMS"], "", str(cls.prefix))
        cls.desk = Desk(
            cls.prefix / "bin", XDG_DATA_DIRS=f"{cls.prefix}/share:/usr/share", VAULT_DATA_DIR=None, VAULT_CONFIG_DIR=None, VAULT_STATE_DIR=None,
            VAULT_RUNTIME_DIR=None)
        cls.addClassCleanup(cls.desk.close)
        screen.begin()
        cls.bus = SessionBus(cls.desk, window=ID)
        cls.bus.hand_over_environment({})
        cls.addClassCleanup(cls.bus.close_window)

    def installed(self):
        """All files below the prefix."""
        return {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if not path.is_dir() or path.is_symlink()}

    def test_1_files_are_there_and_valid(self):
        self.assertLessEqual(FILES, self.installed())
        run("desktop-file-validate", *map(str, (self.prefix / "share/applications").glob("*.desktop")))
        run("appstreamcli", "validate", "--no-net", *map(str, (self.prefix / "share/metainfo").glob("*.xml")))
        for name in (f"applications/{ID}.desktop", f"dbus-1/services/{ID}.service"):
            text = (self.prefix / "share" / name).read_text(encoding="utf-8")
            self.assertIn(f"Exec={self.prefix}/bin/vault-desktop", text)
            self.assertNotIn("/usr/local", text)
        self.assertEqual("711" if os.geteuid() == 0 else "111", oct((self.prefix / "bin/vault-desktop").stat().st_mode & 0o777)[2:])

    def test_1_shops_are_told_of_pictures_where_there_are_some(self):
        self.assertNotIn("screenshot", (self.prefix / f"share/metainfo/{ID}.metainfo.xml").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory(prefix="vault-entries-") as place:
            run("scripts/texts", "--entries", place, "https://example.org/vault/pictures")
            data = pathlib.Path(place, f"{ID}.metainfo.xml")
            run("appstreamcli", "validate", "--no-net", str(data))
            named = [image.text for image in ElementTree.parse(data).iter("image")]
            self.assertEqual(3, len(named))
            for address in named:
                self.assertTrue((ROOT / "docs/pictures" / address.removeprefix("https://example.org/vault/pictures/")).is_file(), address)
            with self.assertRaisesRegex(AssertionError, "begins with https"):
                run("scripts/texts", "--entries", place, "file:///etc")

    def test_2_the_bus_starts_it(self):
        self.bus.wait_for_installed_window()
        self.desk.vault("add", "Water the plants")
        self.bus.call(
            ID, "/io/github/vault/Vault", "org.freedesktop.Application", "ActivateAction", GLib.Variant("(sava{sv})", ("show-tasks", [], {})))
        screen.Screen(self.desk, "vault-desktop").wait_for_text("Water the plants")
        opened = run("gio", "mime", "x-scheme-handler/vault", **{name: value for name, value in self.desk.environment.items() if name != "PATH"})
        self.assertIn(f"{ID}.desktop", opened)

    def test_3_nothing_is_left(self):
        before = self.installed()
        run("scripts/install-product", "--remove", "", str(self.prefix))
        # The desktop's own list of what opens what, which is empty now.
        self.assertLessEqual(self.installed(), {"share/applications/mimeinfo.cache"}, before)


if __name__ == "__main__":
    unittest.main()
