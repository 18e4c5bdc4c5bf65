"""What goes to many comes into every inbox once, and in one order, whichever nodes take it and whatever becomes of them."""

import contextlib
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from Tests.Cluster.house import ClusterTestCase
from harness.cluster import api
from harness.processes import wait_until

# So many that a push is under way to them for longer than a node that is far away takes to commit one.
PEOPLE = 20_000
INBOXES = """
    SELECT accountID, string_agg(push::text, ',' ORDER BY sequence) AS pushes, count(*) AS count
    FROM vault.inbox JOIN vault.pushes ON pushes.number = push WHERE recipient = 'everyone' GROUP BY accountID"""


class Late:
    """Passes on what a server says as if it were far away, while it is."""

    seconds = 0.0

    def __call__(self, data):
        time.sleep(Late.seconds)
        return data


class BroadcastTests(ClusterTestCase):
    OPTIONS = {"nodes": 3, "wires": True}
    DEVICES = 0

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        [wire] = cls.cluster.wires_to_primary(of_all=False)
        wire.filter_new_connections(Late)
        wire.cut()
        cls.ask(f"""
            INSERT INTO vault.accounts (id, email, emailKey, passwordHash, createdAt)
            SELECT gen_random_uuid(), name, name, '', 0 FROM generate_series(1, {PEOPLE}) AS number, concat('p', number, '@example.org') AS name""")

    @classmethod
    def ask(cls, sql):
        return cls.cluster.pair.primary.ask(sql, database="vault")

    def push(self, node, text, to=None, token=None):
        """Sends to everyone, or to somebody else, again until it is known to be stored, and waits for no inbox.

        Returns: the id of the push.
        """
        headers = {"Idempotency-Key": text.replace(" ", "-")}
        until = time.monotonic() + 30
        while True:
            try:
                _, answer = api.call(
                    node.url, "POST", "/v1/pushes", {"to": to or {"everyone": True}, "payload": {"aps": {"alert": text}}}, token or self.cluster.token, headers)
                return answer["id"]
            except (api.Refused, *api.UNREACHABLE) as problem:
                if time.monotonic() > until or getattr(problem, "status", 503) not in (429, 503):
                    raise
                time.sleep(0.1)

    def wait_until_spread(self):
        wait_until(lambda: self.ask("SELECT count(*) FROM vault.broadcasts") == "0", 90, "everything to be spread")

    def assert_once_and_in_one_order(self, count):
        self.assertEqual(self.ask("SELECT count(*) FROM vault.accounts WHERE inboxHighest <> (SELECT count(*) FROM vault.inbox WHERE accountID = id)"), "0")
        self.assertEqual(self.ask(f"SELECT DISTINCT count FROM ({INBOXES}) AS inboxes"), str(count))
        self.assertEqual(self.ask(f"SELECT count(*) FROM ({INBOXES}) AS inboxes"), str(PEOPLE + 1))
        self.assertEqual(self.ask(f"SELECT count(DISTINCT pushes) FROM ({INBOXES}) AS inboxes"), "1", "inboxes differ in what came first")

    def count(self):
        return int(self.ask("SELECT count(*) FROM vault.pushes WHERE recipient = 'everyone'"))

    @contextlib.contextmanager
    def far_away(self):
        """Has the transactions of the first node take longer than those of others."""
        Late.seconds = 0.1
        try:
            yield
        finally:
            Late.seconds = 0.0

    def test_those_of_several_nodes_come_in_one_order_also_where_one_node_is_far_from_the_database(self):
        (far, near), before = self.cluster.nodes[:2], self.count()
        number_of_newest = "SELECT last_value, is_called FROM vault.pushes_number_seq"
        with ThreadPoolExecutor(1) as pool:
            for number in range(2):
                newest = self.ask(number_of_newest)
                with self.far_away():
                    first = pool.submit(self.push, far, f"far {number}")
                    # It has its number, and is not committed for a while.
                    wait_until(lambda newest=newest: self.ask(number_of_newest) != newest, 10, "the far one to have its number")
                    self.push(near, f"near {number}")
                    first.result()
                self.wait_until_spread()
        self.assert_once_and_in_one_order(before + 4)

    def test_what_goes_to_few_is_before_one_to_everyone_in_all_inboxes_or_in_none(self):
        far, near = self.cluster.nodes[:2]
        channel = self.cluster.command("channel", "create", "--title", "Few", "--description", "The first and the last").strip()
        # The one gets what is spread with the first step, the other one with the last.
        members = "(SELECT min(id::text)::uuid FROM vault.accounts UNION SELECT max(id::text)::uuid FROM vault.accounts)"
        self.ask(f"INSERT INTO vault.enrolments SELECT id, '{channel}', 0 FROM vault.accounts WHERE id IN {members}")
        has_looked = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%FROM broadcasts%(sender = %LIMIT 1%' AND state = 'idle in transaction'"
        with ThreadPoolExecutor(1) as pool:
            for number in range(2):
                with self.far_away():
                    few = pool.submit(self.push, far, f"few {number}", {"channel": channel})
                    # Nothing is to be spread, it has heard.
                    wait_until(lambda: self.ask(has_looked) != "0", 10, "the far node to have looked")
                    self.push(near, f"with few {number}")
                    few.result()
                self.wait_until_spread()
        orders = self.ask(f"SELECT string_agg(push::text, ',' ORDER BY sequence) FROM vault.inbox WHERE accountID IN {members} GROUP BY accountID")
        first, second = orders.split("\n")
        self.assertEqual(first, second)

    def test_what_another_sender_sends_to_few_does_not_wait_for_those_to_everyone(self):
        one, other = self.cluster.nodes[:2]
        channel = self.cluster.command("channel", "create", "--title", "Quick", "--description", "Three").strip()
        self.ask(f"INSERT INTO vault.enrolments SELECT id, '{channel}', 0 FROM (SELECT id FROM vault.accounts ORDER BY id LIMIT 3 OFFSET 100) AS members")
        token = self.cluster.command("token", "create", "--name", "another", "--scope", "push:send").strip()
        for number in range(5):
            self.push(one, f"large {number}")
        for number, node in enumerate((one, other)):
            push = self.push(node, f"quick {number}", {"channel": channel}, token)
            self.assertEqual(self.ask(f"SELECT count(*) FROM vault.inbox JOIN vault.pushes ON pushes.number = push WHERE pushes.id = '{push}'"), "3")
        self.wait_until_spread()

    def test_nodes_are_killed_while_they_spread(self):
        nodes, before = self.cluster.nodes, self.count()
        for number in range(3):
            node, other = nodes[number % 3], nodes[(number + 1) % 3]
            for one in (node, other):
                self.push(one, f"killed {number} {one.name}")
            # In the midst of it.
            node.kill()
            node.start()
        self.wait_until_spread()
        self.assert_once_and_in_one_order(before + 6)


if __name__ == "__main__":
    unittest.main()
