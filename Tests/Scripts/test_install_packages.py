"""The installer asks for nothing it does not need, and says what it lacks."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Stand-ins for the system's programs: `installed` holds what is there, `calls` what was done.
DPKG_QUERY = 'grep -qx "$4" "$HERE/installed" && printf installed'
APT_GET = """
echo "$*" >>"$HERE/calls"
case "$*" in
  *--simulate*) [ ! -e "$HERE/stale" ] ;;
  *update*) rm -f "$HERE/stale" ;;
  *install*) [ ! -e "$HERE/broken" ] || exit 100; for word; do echo "$word"; done >>"$HERE/installed" ;;
esac
"""
SUDO = """
echo "sudo $*" >>"$HERE/calls"
[ -e "$HERE/sudoer" ] || exit 1
[ "$1" != -n ] || shift
exec "$@"
"""


class InstallPackagesTests(unittest.TestCase):
    def setUp(self):
        self.here = pathlib.Path(tempfile.mkdtemp(prefix="packages-"))
        self.addCleanup(shutil.rmtree, self.here)
        (self.here / "installed").write_text("", encoding="utf-8")
        (self.here / "calls").write_text("", encoding="utf-8")
        for name, body in {"dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "sudo": SUDO}.items():
            self.program(name, body)

    def program(self, name, body):
        file = self.here / name
        file.write_text(f"#!/bin/sh\nHERE={self.here}\n{body}\n", encoding="utf-8")
        file.chmod(0o755)

    def user(self, number):
        self.program("id", f"echo {number}")

    def install(self, *sections, **environment):
        return subprocess.run(
            [str(ROOT / "scripts/install-packages"), *sections], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={"PATH": f"{self.here}:/usr/bin:/bin", **environment}, timeout=20, check=False)

    def calls(self):
        return (self.here / "calls").read_text(encoding="utf-8")

    def installed(self):
        return (self.here / "installed").read_text(encoding="utf-8").split()

    def test_root_installs_what_is_missing_and_says_so(self):
        self.user(0)
        result = self.install("deb")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("lintian", result.stderr)
        self.assertIn("lintian", self.installed())
        self.assertNotIn("update", self.calls())
        self.assertNotIn("sudo", self.calls())

    def test_a_second_time_nothing_is_done(self):
        self.user(0)
        self.install("deb")
        (self.here / "calls").write_text("", encoding="utf-8")
        self.user(1000)
        result = self.install("deb")
        self.assertEqual((result.returncode, result.stderr, self.calls()), (0, "", ""))

    def test_stale_lists_are_updated_first(self):
        self.user(0)
        (self.here / "stale").touch()
        result = self.install("deb")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("update", self.calls())

    def test_a_user_goes_through_sudo(self):
        self.user(1000)
        (self.here / "sudoer").touch()
        result = self.install("deb")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("lintian", self.installed())
        self.assertIn("sudo -n env DEBIAN_FRONTEND=noninteractive", self.calls())

    def test_without_rights_it_says_what_to_run(self):
        self.user(1000)
        result = self.install("deb")
        self.assertEqual(result.returncode, 69)
        self.assertRegex(result.stderr, "Have an administrator run: apt-get install .*lintian")

    def test_a_database_server_is_installed_without_a_database(self):
        self.user(0)
        self.program("sh", f'echo "sh $*" >>{self.here}/calls')
        self.program("rm", f'echo "rm $*" >>{self.here}/calls')
        result = self.install("postgres-test")
        self.assertEqual(result.returncode, 0, result.stderr)
        calls = self.calls().splitlines()
        told = next(number for number, call in enumerate(calls) if "create_main_cluster = false" in call)
        done = next(number for number, call in enumerate(calls) if " install " in call and "--simulate" not in call)
        self.assertLess(told, done, calls)
        self.assertIn("rm -f /etc/postgresql-common/createcluster.d/vault-tests.conf", calls[-1])

    def test_a_balancer_is_installed_and_does_not_start(self):
        self.user(0)
        for name in ("sh", "rm", "update-rc.d"):
            self.program(name, f'echo "{name} $*" >>{self.here}/calls')
        result = self.install("cluster")
        self.assertEqual(result.returncode, 0, result.stderr)
        calls = self.calls().splitlines()
        masked = next(number for number, call in enumerate(calls) if "ln -s /dev/null" in call)
        done = next(number for number, call in enumerate(calls) if " install " in call and "--simulate" not in call)
        self.assertLess(masked, done, calls)
        self.assertEqual(calls[-2:], ["rm -f /etc/systemd/system/haproxy.service", "update-rc.d haproxy disable"])

    def test_brokers_are_installed_and_do_not_start(self):
        self.user(0)
        for name in ("sh", "rm", "update-rc.d"):
            self.program(name, f'echo "{name} $*" >>{self.here}/calls')
        result = self.install("bench")
        self.assertEqual(result.returncode, 0, result.stderr)
        for service in ("mosquitto", "nats-server", "rabbitmq-server", "redis-server"):
            self.assertIn(f"/etc/systemd/system/{service}.service\n", self.calls())
            self.assertIn(f"update-rc.d {service} disable\n", self.calls())

    def test_other_packages_leave_their_settings_alone(self):
        self.user(0)
        self.program("sh", f'echo "sh $*" >>{self.here}/calls')
        self.install("deb")
        self.assertNotIn("createcluster", self.calls())
        self.assertNotIn("/dev/null", self.calls())

    def test_a_failed_installation_is_told(self):
        self.user(0)
        (self.here / "broken").touch()
        result = self.install("deb")
        self.assertEqual(result.returncode, 69)
        self.assertIn("could not install", result.stderr)

    def test_an_unknown_section_is_told(self):
        self.user(0)
        result = self.install("no-such-section")
        self.assertEqual(result.returncode, 69)
        self.assertIn("[no-such-section]", result.stderr)

    def test_it_can_be_told_to_leave_the_system_alone(self):
        self.user(1000)
        result = self.install("deb", SKIP_PACKAGES="1")
        self.assertEqual((result.returncode, self.calls()), (0, ""))


if __name__ == "__main__":
    unittest.main()
