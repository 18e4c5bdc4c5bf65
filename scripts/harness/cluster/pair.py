"""A primary and its standby, which change places."""

from ..processes import wait_until
from .network import NODES, Network
from .postgres import Postgres
from .wire import Wire


class Pair:
    """Two servers, of which one has everything and the other one a copy.

    Where it is synchronous, no commit is acknowledged that the standby does not have on its disk. After a promotion there is no standby, and
    the new primary goes on alone until `rebuild`; that is what an administrator decides who has no third server.
    With `networks` each server has a network of its own, which can be cut. `nodes_hear` makes the filter for what nodes are told, as in Wire. Where it is `alone` there is no standby; `settings` are more of postgresql.conf.
    """

    def __init__(self, database, closing, *, synchronous=True, wires=False, nodes_hear=None, alone=False, settings=(), networks=False):
        self.is_synchronous, self._nodes_hear = synchronous, nodes_hear
        self.network = Network(closing) if networks else None
        self.servers = [Postgres(database, name, self.network) for name in (("a",) if alone else ("a", "b"))]
        closing.append(lambda: [server.stop() for server in self.servers])
        # Between a server and nodes, and between it and the other one.
        self.to_nodes = self.to_standby = {}
        if wires:
            self.to_nodes = {server.name: Wire(server.port, nodes_hear) for server in self.servers}
            self.to_standby = {server.name: Wire(server.port) for server in self.servers}
            closing.append(lambda: [wire.close() for wire in [*self.to_nodes.values(), *self.to_standby.values()]])
        self.primary, self.standby = self.servers[0], self.servers[-1]
        self.primary.make(**dict(settings))
        self.primary.start()
        self.primary.set("synchronous_standby_names", "")
        if not alone:
            self.rebuild()

    def hosts(self):
        """Where nodes find the servers, beside their ports."""
        return [self.network.address(one.name, seen_by=NODES) if self.network else "127.0.0.1" for one in self.servers]

    def ports(self):
        """Where nodes find the servers."""
        return [self.to_nodes[one.name].port if self.to_nodes else one.port for one in self.servers]

    def more_wires(self, closing):
        """Wires to the servers for one node alone; none where there are none."""
        wires = {name: Wire(server.port, self._nodes_hear) for server in self.servers if (name := server.name) in self.to_nodes}
        closing.append(lambda: [wire.close() for wire in wires.values()])
        return wires

    def rebuild(self):
        """Makes the standby anew from the primary, and waits until it follows."""
        primary, standby = self.primary, self.standby
        through = self.to_standby[primary.name].port if self.to_standby else primary.port
        standby.copy(primary, [through])
        standby.start()
        if self.is_synchronous:
            primary.set("synchronous_standby_names", f"ANY 1 ({standby.name})")
        self.wait_until_following()

    def wait_until_following(self):
        """Waits until the standby is sent what is written, and commits wait for it where they are to."""
        state = "quorum" if self.is_synchronous else "async"
        look = f"SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '{state}'"
        wait_until(lambda: self.primary.ask(look) == "1", 60, f"{self.standby.name} to follow", self.standby.log)

    def promote(self):
        """Makes the standby the primary, which waits for nobody; the former one is gone."""
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()
