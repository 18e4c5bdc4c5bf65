"""Where the tour happens: a server with two people, of whom one sits at a desktop."""

import pathlib
import subprocess

from harness.closing import Closing
from harness.home import Home
from harness.processes import wait_until
from harness.services import Keyring, Server

from .desktop import Desktop
from .people import Person
from .window import Window


class Stage:
    """Ada at her desktop, with keyring and notifications; Grace elsewhere; and the server of both, whose administrators they are."""

    def __init__(self, programs, pictures):
        self._pictures, self._closing = pathlib.Path(pictures), Closing()
        try:
            self._set_up(programs)
        except BaseException:
            self.close()
            raise

    def _set_up(self, programs):
        home = self._kept(Home(programs), "remove")
        self.server = self._kept(Server(home), "stop")
        keyring = self._kept(Keyring(home), "stop")
        session = {"DBUS_SESSION_BUS_ADDRESS": keyring.address, "VAULT_CREDENTIAL_STORE": "secret-service"}
        self.desktop = self._kept(Desktop(home, **session), "stop")
        self.ada = self._kept(Person("ada", home, self.desktop.environment), "stop")
        other = self._kept(Home(programs), "remove")
        self.grace = self._kept(Person("grace", other, other.environment(VAULT_CREDENTIAL_STORE="file")), "stop")
        for person in (self.ada, self.grace):
            self.server.add_account(person.email, person.password)
            self.administer("account", "admin", person.email, "on")

    def administer(self, *words):
        """Runs a command of the server, as its administrator would."""
        home = self.ada.home
        command = [home.program("vault-server"), *words, "--data", str(home.path("server"))]
        subprocess.run(command, env=home.environment(), stdout=subprocess.DEVNULL, check=True, timeout=60)

    def window(self, columns, rows):
        """A terminal on Ada's desktop."""
        return Window(self.ada.environment, self.ada.home.path("home"), columns, rows)

    def picture(self, name):
        """The file of a picture."""
        return self._pictures / f"{name}.png"

    def stop_server(self):
        """Takes the server away, and waits until Ada's agent knows."""
        self._port = int(self.server.url.rpartition(":")[2])
        self.server.stop()
        self._wait_for_connection(False)

    def start_server(self):
        """Brings the server back where it was, and waits until Ada's agent has found it."""
        self.server = self._kept(Server(self.ada.home, port=self._port), "stop")
        self._wait_for_connection(True)

    def close(self):
        """Ends everything it started and removes the homes, whatever fails on the way."""
        self._closing.close()

    def _kept(self, thing, end):
        self._closing.append(getattr(thing, end))
        return thing

    def _wait_for_connection(self, wanted):
        def is_as_wanted():
            return (self.ada.json("status")["account"]["disconnectedSince"] is None) == wanted

        wait_until(is_as_wanted, 60, "the agent to notice")
