"""Parts of a cluster are killed and cut under load: nothing is lost, nothing comes twice, all comes in order."""

import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from Tests.Cluster.house import ClusterTestCase, told

# How much longer than the promotion a push may wait: what a sender waits between two tries, and a node for a connection.
GRACE = 3


class TwoServersTests(ClusterTestCase):
    OPTIONS = {"wires": True}

    def test_a_node_that_is_killed(self):
        cluster = self.cluster
        cluster.send()
        cluster.wait_for(200)
        ended = cluster.ended_streams()
        cluster.nodes[1].kill()
        cluster.wait_for(200)
        self.assertGreater(cluster.ended_streams(), ended, "it had no stream")
        cluster.nodes[1].start()
        self.assert_exact()

    def test_connections_that_are_cut(self):
        cluster = self.cluster
        ended = cluster.ended_streams()
        cluster.send()
        for _ in range(10):
            cluster.wait_for(30)
            for wire in [*cluster.wires_to_primary(), cluster.pair.to_standby[cluster.pair.primary.name]]:
                wire.cut()
        self.assert_exact()
        self.assertEqual(cluster.ended_streams(), ended)

    def test_commands_end_well_while_connections_are_being_made_that_they_do_not_need(self):
        home, file = self.cluster.home, self.cluster.node_file

        def run(_):
            return subprocess.run(
                [home.program("vault-server"), "account", "list", "--database", file], env=home.environment(), text=True,
                capture_output=True, timeout=30, check=False)

        with ThreadPoolExecutor(4) as pool:
            for result in pool.map(run, range(40)):
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn("ada@example.org", result.stdout)


class FormerPrimaryTests(ClusterTestCase):
    """Nobody sees to it that there is one primary alone."""

    OPTIONS = {"wires": True}
    DEVICES = 4

    def test_a_former_primary_that_comes_back_as_one_is_left_alone(self):
        cluster, pair = self.cluster, self.cluster.pair
        cluster.send()
        cluster.wait_for(100)
        former = pair.primary
        former.kill()
        pair.promote()
        cluster.wait_for(100)
        # It is the first of the hosts, and takes writes.
        former.start()
        self.assertEqual(former.ask("SELECT pg_is_in_recovery()"), "f")
        for wire in cluster.wires_to_primary():
            wire.cut()
        cluster.wait_for(100)
        # This one has met neither.
        cluster.nodes[1].kill()
        cluster.nodes[1].start()
        cluster.wait_for(100)
        self.assert_exact()


class ThreeServersTests(ClusterTestCase):
    """The recipe of docs/cluster.md."""

    OPTIONS = {"servers": 3}

    def test_a_standby_is_away_and_then_the_primary_is_killed(self):
        cluster, databases = self.cluster, self.cluster.pair
        cluster.send()
        cluster.wait_for(100)
        away = databases.standbys[0]
        away.stop()
        cluster.wait_for(100)
        away.start()
        databases.wait_until_following()

        ended, began = cluster.ended_streams(), time.monotonic()
        databases.primary.kill()
        databases.promote()
        took = time.monotonic() - began
        cluster.wait_for(200)
        self.assertLess(cluster.longest_wait(began), took + GRACE)
        self.assertEqual(cluster.ended_streams(), ended)
        self.assert_exact()


class AsynchronousTests(ClusterTestCase):
    """What a standby costs that nobody waits for: the checker finds it, and clients are made right again."""

    OPTIONS = {"nodes": 2, "wires": True, "synchronous": False}
    DEVICES = 4

    def test_what_the_standby_did_not_have_is_lost_and_a_new_epoch_tells_clients(self):
        cluster = self.cluster
        cluster.send(25)
        cluster.wait_until_sent()
        cluster.settle()
        cluster.pair.to_standby[cluster.pair.primary.name].hold()
        cluster.send(50)
        cluster.wait_until_sent()
        cluster.settle()
        cluster.pair.primary.kill()
        cluster.pair.promote()
        cluster.send(10)
        cluster.wait_until_sent()

        found = cluster.verdict()
        self.assertEqual(len(found["lost"]), 200, told(found))
        # Each has 200 items that are gone, and none of those that have their numbers now.
        self.assertEqual(sum(kind.startswith("device") for kind in found), self.DEVICES, told(found))

        cluster.command("database", "new-epoch")
        self.assertEqual(self.wait_until_all_are_right(), {"lost"})
        self.assertEqual([device.epochs for device in cluster.devices], [2] * self.DEVICES)
        cluster.send(10)
        cluster.wait_until_sent()
        cluster.settle()
        self.assertEqual(set(cluster.verdict()), {"lost"})


class BackupTests(ClusterTestCase):
    OPTIONS = {"nodes": 2}
    DEVICES = 4

    def test_a_backup_that_is_put_back_with_a_new_epoch(self):
        cluster, primary = self.cluster, self.cluster.pair.primary
        cluster.send(25)
        cluster.wait_until_sent()
        primary.back_up()
        cluster.send(25)
        cluster.wait_until_sent()
        cluster.settle()
        for node in cluster.nodes:
            node.drain()
        cluster.pair.standby.stop()
        primary.stop()

        primary.restore()
        primary.start()
        primary.set("synchronous_standby_names", "")
        cluster.command("database", "new-epoch")
        for node in cluster.nodes:
            node.start()
        cluster.send(50)
        cluster.wait_until_sent()
        self.assertEqual(self.wait_until_all_are_right(), {"lost"})
        self.assertEqual(len(cluster.verdict()["lost"]), 100)
        self.assertEqual([device.epochs for device in cluster.devices], [2] * self.DEVICES)


if __name__ == "__main__":
    unittest.main()
