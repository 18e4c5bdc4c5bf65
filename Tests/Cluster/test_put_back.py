"""What a node does whose database is another one than before: put back while it runs, or one with somebody else's certificate."""

import pathlib
import subprocess
import unittest

from Tests.Cluster.house import ClusterTestCase
from harness.cluster import api
from harness.processes import wait_until


class NodeTestCase(ClusterTestCase):
    DEVICES = 0

    def push(self):
        """Sends one push, and gives the status of the answer."""
        node = self.cluster.nodes[0]
        try:
            return api.call(node.url, "POST", "/v1/pushes", {"to": {"alias": self.cluster.account}, "payload": {"aps": {"alert": "x"}}}, self.cluster.token)[0]
        except api.Refused as refused:
            return refused.status

    def wait_for(self, status):
        wait_until(lambda: self.push() == status, 30, f"a push to be answered with {status}", self.cluster.nodes[0].log)


class PutBackTests(NodeTestCase):
    OPTIONS = {"nodes": 1}

    def test_a_node_that_runs_while_a_backup_of_before_a_promotion_is_put_back_serves_nothing_until_it_is_started_again(self):
        cluster, pair = self.cluster, self.cluster.pair
        former = pair.primary
        former.back_up()
        former.kill()
        pair.promote()
        self.wait_for(201)
        pair.primary.stop()
        former.restore()
        former.start()
        former.set("synchronous_standby_names", "")
        pair.primary = former
        # The database is there and takes writes, of a command that has met no other one.
        cluster.command("database", "new-epoch")
        self.wait_for(503)
        self.assertEqual({self.push() for _ in range(3)}, {503})
        node = cluster.nodes[0]
        node.kill()
        node.start()
        self.wait_for(201)


class CertificateTests(NodeTestCase):
    """Every server has a certificate of one authority, and the node wants the name that it connects with."""

    OPTIONS = {"nodes": 1}

    def certificate(self, server, name):
        """Gives a server a certificate of a name, from its next look at its configuration on."""
        directory = pathlib.Path(self.cluster.home.path("authority"))
        authority, key = directory / "authority.pem", directory / "authority.key"
        new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", "/CN=test"]
        if not directory.exists():
            directory.mkdir(mode=0o700)
            self.openssl(*new, "-out", authority, "-keyout", key, "-addext", "basicConstraints=critical,CA:TRUE")
        of_server = [directory / f"{server.name}.{kind}" for kind in ("pem", "key")]
        self.openssl(*new, "-CA", authority, "-CAkey", key, "-out", of_server[0], "-keyout", of_server[1], "-addext", f"subjectAltName={name}",
                     "-addext", "basicConstraints=critical,CA:FALSE")
        for source, target in zip(of_server, ("server.crt", "server.key")):
            self.cluster.database.write(server.data / target, source.read_text(encoding="ascii"))
        with open(server.data / "postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write("ssl = on\n")
        self.cluster.database.run("pg_ctl", "reload", "-D", server.data)
        wait_until(lambda: server.ask("SHOW ssl") == "on", 10, "a server to speak TLS")
        return authority

    def openssl(self, *words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=30)

    def test_a_server_whose_certificate_has_another_name_is_not_used_also_when_it_is_the_only_one(self):
        cluster, pair = self.cluster, self.cluster.pair
        authority = self.certificate(pair.primary, "IP:127.0.0.1")
        self.certificate(pair.standby, "DNS:b.example.org")
        file = cluster.home.path("first-node.conf")
        file.write_text(file.read_text(encoding="utf-8").replace("sslmode=disable", f"sslmode=verify-full sslrootcert={authority}"), encoding="utf-8")
        node = cluster.nodes[0]
        node.kill()
        node.start()
        self.wait_for(201)
        encrypted = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'vault_node'"
        self.assertEqual(pair.primary.ask(encrypted), "t")
        pair.primary.kill()
        pair.promote()
        self.wait_for(503)
        self.assertEqual({self.push() for _ in range(2)}, {503})
        self.assertEqual(pair.primary.ask("SELECT count(*) FROM pg_stat_activity WHERE usename = 'vault_node'"), "0")
        # With its own name it is, and nobody starts the node again.
        self.certificate(pair.primary, "IP:127.0.0.1")
        self.wait_for(201)


if __name__ == "__main__":
    unittest.main()
