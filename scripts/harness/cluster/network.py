"""Networks of the kernel's own between nodes, a primary and its standby, which can be cut: what is sent is gone, and nobody is told.

For root alone, in a network namespace that nobody else has (`unshare --net`): see `own_namespace`. All addresses are of the loopback network,
which goes over these wires here, so that nothing leaves the machine.
"""

import os
import subprocess
import sys

# Who is connected with whom, and the network between them; the first one of each pair has the address 1 in it, the second one 2.
NODES, PRIMARY, STANDBY = "nodes", "a", "b"
LINKS = {(NODES, PRIMARY): "127.1.1", (NODES, STANDBY): "127.1.2", (PRIMARY, STANDBY): "127.1.3"}
MARK = "VAULT_OWN_NETWORK"
LOOPBACK = (
    "ip link set lo up; ip address del 127.0.0.1/8 dev lo; ip address add 127.0.0.1/32 dev lo; "
    "echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet")


def is_possible():
    """Whether this process may make networks."""
    return os.geteuid() == 0


def own_namespace():
    """Begins this program anew in a network namespace of its own, unless it runs in one already."""
    if is_possible() and MARK not in os.environ:
        os.environ[MARK] = "1"
        os.execvp("unshare", ["unshare", "--net", "sh", "-c", f'{LOOPBACK}; exec "$@"', "sh", sys.executable, *sys.argv])


class Network:
    """Two servers in namespaces of their own; this process and the nodes stay where they are."""

    def __init__(self, closing):
        self._holders = {}
        closing.append(self._end)
        for server in (PRIMARY, STANDBY):
            self._holders[server] = subprocess.Popen(
                ["unshare", "--net", "sh", "-c", f"{LOOPBACK}; echo; exec sleep infinity"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            # It has said that its network is there.
            self._holders[server].stdout.readline()
        for (first, second), network in LINKS.items():
            name = f"{first}-{second}"
            self._run(first, "ip", "link", "add", name, "type", "veth", "peer", "name", f"{second}-{first}", "netns", str(self._holders[second].pid))
            for one, other, number in ((first, second, 1), (second, first, 2)):
                self._run(one, "ip", "address", "add", f"{network}.{number}/24", "dev", f"{one}-{other}")
                self._run(one, "ip", "link", "set", f"{one}-{other}", "up")

    def prefix(self, server):
        """What a server's command begins with, so that it runs in its place."""
        return ["nsenter", f"--net=/proc/{self._holders[server].pid}/ns/net"] if server in self._holders else []

    def address(self, server, seen_by):
        """Where others find a server."""
        return next(f"{network}.2" if pair[1] == server else f"{network}.1" for pair, network in LINKS.items() if set(pair) == {server, seen_by})

    def cut(self, first, second):
        """Has everything that is sent between two be lost from now on."""
        self._set(first, second, "down")

    def join(self, first, second):
        """Lets everything pass again."""
        self._set(first, second, "up")

    def _set(self, first, second, state):
        # The far end: who sends is not told that its own wire is gone.
        self._run(second, "ip", "link", "set", f"{second}-{first}", state)

    def _run(self, place, *command):
        subprocess.run([*self.prefix(place), *command], check=True, timeout=10)

    def _end(self):
        for holder in self._holders.values():
            holder.kill()
            holder.wait(timeout=10)
            holder.stdout.close()
