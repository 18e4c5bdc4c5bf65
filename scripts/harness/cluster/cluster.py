"""The whole: database, schema, nodes and balancer, with an account and those who send to it."""

import subprocess
import time

from ..closing import Closing
from ..home import Home
from ..mismatch import expect
from ..processes import wait_until
from . import api
from .balancer import Balancer
from .checker import verdict
from .device import Device, text_of
from .node import Node
from .pair import Pair
from .postgres import Database
from .recipe import block
from .sender import Sender
from .trio import Trio

EMAIL, PASSWORD = "ada@example.org", "correct horse of the cluster"


class Cluster:
    """Started as it is made; `close` ends and removes everything.

    `options` are more of those that each node is started with. With `servers` 3 it has the databases of a Trio, otherwise those of a Pair, which is made with `pair`.
    """

    def __init__(self, programs, nodes=3, servers=2, options=(), **pair):
        self._closing = Closing()
        self.senders, self.devices = [], []
        try:
            self.home = Home(programs)
            self._closing.append(self.home.remove)
            self.database = Database()
            self._closing.append(self.database.remove)
            self.pair = Trio(self.database, self._closing) if servers == 3 else Pair(self.database, self._closing, **pair)
            self._make_schema()
            # The first node can be cut off alone.
            self._first_wires = self.pair.more_wires(self._closing)
            ports = [wire.port for wire in self._first_wires.values()]
            files = [self._file("first-node", "vault_node", ports), *[self.node_file] * (nodes - 1)]
            self.nodes = [Node(self.home, name, file, *options) for name, file in zip("abcdefgh", files)]
            self._closing.append(lambda: [node.stop() for node in self.nodes])
            for node in self.nodes:
                node.start()
            self.balancer = Balancer(self.home, self.nodes)
            self._closing.append(self.balancer.stop)
            self._make_account()
            self._closing.append(self._end_traffic)
        except BaseException:
            self.close()
            raise

    def close(self):
        """Ends everything, whatever fails on the way."""
        self._closing.close()

    # MARK: What is made

    def file_of(self, role):
        """A connection string of another role, whose password is that of all."""
        return self._file(role, role)

    def _file(self, name, user, ports=None):
        """A connection string that leads to whichever server takes writes."""
        ports = ports or self.pair.ports()
        file = self.home.path(f"{name}.conf")
        file.touch(mode=0o600)
        file.write_text(
            f"host={','.join(self.pair.hosts())} port={','.join(map(str, ports))} dbname=vault user={user} "
            f"password={self.database.password} sslmode=disable\n", encoding="utf-8")
        return file

    def _make_schema(self):
        ask, password = self.pair.primary.ask, self.database.password
        def as_written(containing):
            for statement in filter(None, map(str.strip, block("sql", containing).split(";"))):
                ask(statement.replace("PASSWORD 'PASSWORD'", f"PASSWORD '{password}'"))

        as_written("vault_owner")
        self.owner_file = self._file("owner", "vault_owner")
        self.command("database", "upgrade", database=self.owner_file)
        as_written("vault_node ")
        self.node_file = self._file("node", "vault_node")

    def _make_account(self):
        self.session, self.account = self.add_account(EMAIL)
        self.token = self.command("token", "create", "--name", "harness", "--scope", "push:send").strip()

    def add_account(self, email):
        """Makes an account.

        Returns: a session, and the account's id.
        """
        self.command("account", "add", email, "--password-stdin", text=PASSWORD + "\n")
        return api.log_in(self.nodes[0].url, email, PASSWORD)

    def command(self, *words, database=None, text=""):
        """Runs one of the server's commands on the database.

        Returns: what it printed.
        """
        arguments = [*words, "--database", str(database or self.node_file)]
        result = subprocess.run(
            [self.home.program("vault-server"), *arguments], env=self.home.environment(), input=text, text=True,
            capture_output=True, timeout=60, check=False)
        expect(result.returncode == 0, f"`vault-server {' '.join(words)}` to succeed", f"{result.returncode}: {result.stderr}")
        return result.stdout

    def wires_to_primary(self, of_all=True):
        """What is between the primary and the first node, or all nodes."""
        name = self.pair.primary.name
        return [self._first_wires[name], *([self.pair.to_nodes[name]] if of_all else [])]

    # MARK: Traffic

    def send(self, count=None, senders=4, interval=0.0, url=None, recipient=None):
        """Begins to send to the account or another one, so many pushes each, or until `finish`."""
        begun = [
            Sender(f"sender-{len(self.senders) + number}", url or self.balancer.url, self.token, recipient or self.account, count, interval)
            for number in range(senders)]
        self.senders += begun
        for sender in begun:
            sender.start()
        return begun

    def listen(self, count, url=None):
        """Begins to listen on so many devices, which come to the nodes in turn or to a place of their own."""
        begun = [
            Device(f"{len(self.devices) + number}", url or self.balancer.url, EMAIL, PASSWORD, self.session)
            for number in range(count)]
        self.devices += begun
        for device in begun:
            device.start()
        wait_until(lambda: all(device.begun for device in begun), 60, "all devices to listen", self._troubles)
        return begun

    def acknowledged(self):
        """How many pushes are acknowledged."""
        return sum(len(sender.acknowledged) for sender in self.senders)

    def wait_for(self, count, seconds=60):
        """Waits until so many more pushes are acknowledged than now."""
        aim = self.acknowledged() + count
        wait_until(lambda: self._is_sound() and self.acknowledged() >= aim, seconds, f"{count} pushes to be stored", self._troubles)

    def wait_until_sent(self, seconds=120):
        """Waits until all senders have their acknowledgements."""
        wait_until(
            lambda: self._is_sound() and not any(sender.is_alive() for sender in self.senders), seconds, "all to be sent", self._troubles)

    def finish(self, seconds=60):
        """Ends the sending, and waits for what is under way."""
        for sender in self.senders:
            sender.finish()
        self.wait_until_sent(seconds)

    def _is_sound(self):
        for one in [*self.senders, *self.devices]:
            if one.problem:
                raise one.problem
        return True

    def _troubles(self):
        return "\n".join([f"{self.acknowledged()} acknowledged", *(f"{node.name}: {node.log()[-1500:]}" for node in self.nodes)])

    # MARK: Checks

    def stored(self):
        """Number, push and text of every item, as the server has them."""
        session, _ = api.log_in(self.balancer.url, EMAIL, PASSWORD)
        return [(item["sequence"], item["push"], text_of(item)) for item in api.inbox(self.balancer.url, session)]

    def settle(self, seconds=30):
        """Waits until every device has everything.

        Returns: how long the last one took.
        """
        began = time.monotonic()
        stored = self.stored()
        wait_until(
            lambda: self._is_sound() and all(len(device.items) >= len(stored) for device in self.devices), seconds,
            f"all devices to have {len(stored)} items", lambda: f"{[len(device.items) for device in self.devices]}")
        return time.monotonic() - began

    def verdict(self, devices=True):
        """What is wrong, by kind; nothing when all is as it was promised."""
        acknowledged = [(push, text) for sender in self.senders for push, text, _, _ in sender.acknowledged]
        came = {device.title: [(number, push) for number, push, _, _ in device.items] for device in self.devices}
        return verdict(acknowledged, self.stored(), came if devices else {})

    def longest_wait(self, since=0.0):
        """How long a push waited for its acknowledgement at most, in seconds; of those that have it since a moment (`time.monotonic`)."""
        return max((end - began for sender in self.senders for _, _, began, end in sender.acknowledged if end >= since), default=0)

    def ended_streams(self):
        """How many streams have ended so far."""
        return sum(len(device.ended) for device in self.devices)

    def _end_traffic(self):
        for sender in self.senders:
            sender.finish()
        for device in self.devices:
            device.stop()
