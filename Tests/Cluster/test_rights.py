"""Somebody has the password of the nodes' role: what they change for the role itself takes nothing from what nodes promise, and no node is more."""

import subprocess
import threading
import unittest

from Tests.Cluster.house import ClusterTestCase
from harness.cluster import api
from harness.processes import wait_until


class RightsTests(ClusterTestCase):
    OPTIONS = {"nodes": 1, "wires": True}
    DEVICES = 0

    def psql(self, sql, role="vault_node"):
        """Runs a command as a role.

        Returns: what psql said.
        """
        database = self.cluster.database
        result = subprocess.run(
            [database.programs / "psql", "-XAtq", "-h", "127.0.0.1", "-p", str(self.cluster.pair.primary.port), "-U", role, "-d", "vault", "-c", sql],
            env={"PATH": "/usr/bin:/bin", "PGPASSWORD": database.password}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
        return result.stdout + result.stderr

    def superuser(self, sql):
        return self.cluster.pair.primary.ask(sql, database="vault")

    def push(self, text):
        """Sends one push, and gives the status of the answer."""
        try:
            return api.call(
                self.cluster.nodes[0].url, "POST", "/v1/pushes", {"to": {"alias": self.cluster.account}, "payload": {"aps": {"alert": text}}}, self.cluster.token)[0]
        except api.Refused as refused:
            return refused.status

    def change_own(self, setting):
        """As the role, for all of its sessions to come; the node has new ones."""
        self.assertEqual(self.psql(f"ALTER ROLE vault_node SET {setting}"), "")
        self.addCleanup(self.superuser, "ALTER ROLE vault_node RESET ALL")
        node = self.cluster.nodes[0]
        node.kill()
        node.start()
        self.assertEqual(self.push("warm"), 201)

    def hold_standby(self):
        wire = self.cluster.pair.to_standby[self.cluster.pair.primary.name]
        wire.hold()
        self.addCleanup(self.cluster.pair.wait_until_following)
        self.addCleanup(wire.release)

    def test_a_role_that_waits_for_no_standby_acknowledges_nothing_without_one(self):
        self.change_own("synchronous_commit = off")
        # As a session of the role is that is no node's.
        self.assertEqual(self.psql("SHOW synchronous_commit").strip(), "off")
        self.hold_standby()
        self.assertEqual(self.push("on one disk alone"), 503)

    def test_a_role_that_wants_no_warnings_hears_of_a_commit_that_gave_up_waiting(self):
        self.change_own("client_min_messages = error")
        self.hold_standby()
        answers = []
        sending = threading.Thread(target=lambda: answers.append(self.push("given up")))
        sending.start()
        waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        wait_until(lambda: self.superuser(f"SELECT count(*) {waiting}") != "0", 10, "a commit that waits for the standby")
        while sending.is_alive():
            self.psql(f"SELECT pg_cancel_backend(pid) {waiting} AND usename = 'vault_node'")
        self.assertEqual(answers, [503])

    def test_no_node_serves_as_a_role_that_can_become_more(self):
        password = self.cluster.database.password
        self.superuser("CREATE ROLE chief SUPERUSER; CREATE ROLE maker CREATEROLE CREATEDB; CREATE ROLE reader IN ROLE pg_read_server_files")
        rights = {
            "SUPERUSER": "GRANT chief TO", "CREATEROLE": "GRANT maker TO", "pg_read_server_files": "GRANT reader TO",
            "CREATE in the schema public": "GRANT CREATE ON SCHEMA public TO", "EXECUTE of lo_import": "GRANT EXECUTE ON FUNCTION lo_import(text) TO",
            "rights of its own to accounts": "GRANT SELECT ON vault.accounts TO", "pg_signal_backend": "GRANT pg_signal_backend TO"}
        for number, (right, grant) in enumerate(rights.items()):
            role = f"node_{number}"
            self.superuser(f"CREATE ROLE {role} LOGIN PASSWORD '{password}' IN ROLE vault_nodes")
            self.assertEqual(self.check(role)[0], 0)
            self.superuser(f"{grant} {role}")
            status, said = self.check(role)
            self.assertEqual(status, 78, right)
            self.assertIn(right, said)

    def check(self, role):
        home, file = self.cluster.home, self.cluster.file_of(role)
        result = subprocess.run(
            [home.program("vault-server"), "database", "check", "--database", file], env=home.environment(), capture_output=True, text=True, timeout=60,
            check=False)
        return result.returncode, result.stderr


if __name__ == "__main__":
    unittest.main()
