"""The services around a vault: the bundled server, and a session bus with a keyring."""

import re
import subprocess

from .mismatch import Mismatch
from .processes import Service

LISTENING = re.compile(r"listening on (http://127\.0\.0\.1:\d+)")

# A bus without service activation: nothing but the keyring started below ever appears on it.
BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Server:
    """The bundled server on a loopback port, a free one unless it is named, with its data in the home."""

    def __init__(self, home, *options, port=0):
        self._home = home
        self._data = str(home.path("server"))
        arguments = [home.program("vault-server"), "serve", "--listen", f"127.0.0.1:{port}", "--data", self._data, *options]
        self._service = Service(arguments, home.environment(), home.path("logs", "server"))
        self.url = self._service.wait_for_line(LISTENING, 20).group(1)

    def add_account(self, email, password):
        """Makes an account, as its administrator would.

        Returns: the command line and what it printed, to be shown.
        """
        arguments = ["vault-server", "account", "add", email, "--password-stdin", "--data", self._data]
        result = subprocess.run(
            [self._home.program(arguments[0]), *arguments[1:]], env=self._home.environment(), timeout=20,
            input=password.encode() + b"\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        printed = result.stdout.decode("utf-8", "replace")
        if result.returncode != 0:
            raise Mismatch("the account to be made (status 0)", f"status {result.returncode}: {printed}")
        return " ".join(arguments), printed

    @property
    def pid(self):
        """Its process id."""
        return self._service.process.pid

    def stop(self):
        """Shuts it down."""
        self._service.stop()


class Keyring:
    """gnome-keyring, unlocked, on a session bus of its own; both keep everything in the home."""

    def __init__(self, home):
        socket = home.path("run", "bus")
        configuration = home.path("keyring", "bus.conf")
        configuration.write_text(BUS_CONFIGURATION.format(socket=socket), encoding="utf-8")
        self.address = f"unix:path={socket}"
        self._services = []
        self._environment = home.environment(
            DBUS_SESSION_BUS_ADDRESS=self.address, XDG_DATA_HOME=str(home.path("keyring")),
            XDG_CONFIG_HOME=str(home.path("keyring")), XDG_CACHE_HOME=str(home.path("keyring")))
        try:
            self._start_bus(home, configuration)
            self._start_keyring(home)
        except BaseException:
            self.stop()
            raise

    def _start_bus(self, home, configuration):
        arguments = ["dbus-daemon", "--nofork", "--nopidfile", "--print-address=1", f"--config-file={configuration}"]
        bus = Service(arguments, self._environment, home.path("logs", "bus"))
        self._services.append(bus)
        bus.wait_for_line(re.compile("unix:path="), 10)

    def _start_keyring(self, home):
        self._services.append(start_keyring(home, self._environment))

    def stop(self):
        """Ends the keyring, then the bus."""
        while self._services:
            self._services.pop().stop()


def start_keyring(home, environment):
    """Starts gnome-keyring, unlocked, on the bus that the environment names.

    Returns: its service, once it is on the bus.
    """
    arguments = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets", f"--control-directory={home.path('keyring')}"]
    keyring = Service(arguments, environment, home.path("logs", "keyring"), stdin=b"keyring of this walk")
    waiting = ["gdbus", "wait", "--session", "--timeout", "10", "org.freedesktop.secrets"]
    result = subprocess.run(waiting, env=environment, timeout=15, capture_output=True, check=False)
    if result.returncode != 0:
        keyring.stop()
        raise Mismatch("gnome-keyring to appear on its bus within 10 s", f"this log:\n{keyring.log_text()}")
    return keyring
