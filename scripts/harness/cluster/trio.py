"""A primary with two standbys, as docs/cluster.md has it."""

from ..mismatch import expect
from ..processes import wait_until
from .postgres import Postgres


class Trio:
    """Three servers with the same configuration, each of which may be the primary; the others find it by themselves.

    A commit is acknowledged when one of the standbys has it on its disk.
    """

    def __init__(self, database, closing):
        self.servers = [Postgres(database, name) for name in ("a", "b", "c")]
        closing.append(lambda: [server.stop() for server in self.servers])
        self.primary = self.servers[0]
        self.primary.make()
        self.primary.start()
        for server in self.servers[1:]:
            self._follow(server)
        self.wait_until_following()

    @property
    def standbys(self):
        """All others that run."""
        return [server for server in self.servers if server is not self.primary and server.is_running]

    def hosts(self):
        """Where nodes find the servers, beside their ports."""
        return ["127.0.0.1" for _ in self.servers]

    def ports(self):
        """Where nodes and standbys find the servers."""
        return [server.port for server in self.servers]

    def more_wires(self, _closing):
        """There are none."""
        return {}

    def _follow(self, server):
        server.copy(self.primary, self.ports())
        server.start()
        for other in self.servers:
            if other is not server:
                server.make_slot(other.name)

    def wait_until_following(self):
        """Waits until both standbys are sent what is written."""
        look = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'"
        wait_until(lambda: self.primary.ask(look) == "2", 60, "two standbys to follow", self.primary.log)

    def promote(self):
        """Makes the standby that has more the primary, as what is acknowledged may be on that one alone."""
        standbys = self.standbys
        expect(standbys, "a standby that runs", "none")
        self.primary = max(standbys, key=lambda server: int(server.ask("SELECT pg_last_wal_receive_lsn() - '0/0'")))
        self.primary.promote()

    def rebuild(self):
        """Makes whoever does not run a standby, anew."""
        for server in self.servers:
            if not server.is_running:
                self._follow(server)
        self.wait_until_following()
