"""Commands on a database that is spoken to with a password."""

import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from Tests.Cluster.house import ClusterTestCase


class CommandTests(ClusterTestCase):
    OPTIONS = {"nodes": 1}
    DEVICES = 0

    def test_a_command_ends_well_while_connections_are_being_made_that_it_does_not_need(self):
        home, file = self.cluster.home, self.cluster.node_file

        def run(_):
            return subprocess.run(
                [home.program("vault-server"), "account", "list", "--database", file], env=home.environment(), text=True,
                capture_output=True, timeout=30, check=False)

        with ThreadPoolExecutor(4) as pool:
            for result in pool.map(run, range(60)):
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("ada@example.org", result.stdout)


if __name__ == "__main__":
    unittest.main()
