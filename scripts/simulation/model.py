"""The model: what a cell of so many devices and nodes uses, and how many cells and nodes a number of devices needs.

A cell is a deployment of its own: a primary, its standby, nodes, two balancers. Nothing crosses cells; which cell an account is in is known before anybody connects.
"""

import dataclasses
import math

from .inputs import DATABASE, DAY, NODE, Costs, Limits, Machine, Use

BALANCERS, BALANCER_CORES, DATABASES = 2, 2, 2


@dataclasses.dataclass(frozen=True)
class Model:
    """Everything that is known or assumed."""

    costs: Costs
    use: Use = Use()
    limits: Limits = Limits()
    node: Machine = NODE
    database: Machine = DATABASE

    # MARK: Load

    def pushes(self, devices):
        """Pushes in the busiest second."""
        return devices / self.use.devices_of_account * self.use.pushes / DAY * self.use.peak

    def streams(self, devices):
        """Streams that are open."""
        return devices * self.use.connected

    def deliveries(self, devices):
        """Events on streams in the busiest second."""
        return self.pushes(devices) * self.use.devices_of_account * self.use.connected

    def items(self, devices):
        """Items that are kept."""
        return devices / self.use.devices_of_account * self.use.pushes * self.use.kept

    def _of_devices(self, devices, of_day):
        return devices * of_day / DAY * self.use.peak

    # MARK: Seconds of a core in a second

    def node_seconds(self, devices):
        """Of all nodes together, without what they hear of each other."""
        costs, use = self.costs, self.use
        return (
            self.pushes(devices) * costs.nodeSecondsOfPush + self.deliveries(devices) * costs.nodeSecondsOfDelivery
            + self._of_devices(devices, use.openings) * costs.nodeSecondsOfOpening + self._of_devices(devices, use.pages) * costs.nodeSecondsOfPage
            + self._of_devices(devices, use.requests) * costs.nodeSecondsOfRequest + self.streams(devices) * costs.nodeSecondsOfIdleStreamSecond)

    def database_seconds(self, devices):
        """Of the primary. What it takes to send its log to the standby is a part of what was not measured."""
        costs, use = self.costs, self.use
        return (
            costs.databaseSecondsOfIdleNodesSecond
            + self.pushes(devices) * costs.databaseSecondsOfPush + self.deliveries(devices) * costs.databaseSecondsOfDelivery
            + self._of_devices(devices, use.openings) * costs.databaseSecondsOfOpening + self._of_devices(devices, use.pages) * costs.databaseSecondsOfPage
            + self._of_devices(devices, use.requests) * costs.databaseSecondsOfRequest)

    # MARK: A cell

    def usage(self, devices, nodes):
        """How full everything of a cell is in its busiest second, while one node is away if there are several: 1 is all of it."""
        serving = max(1, nodes - 1)
        streams = self.streams(devices) / serving
        return {**self._usage_of_node(devices, nodes, serving, streams), **self._usage_of_database(devices, nodes)}

    def _usage_of_node(self, devices, nodes, serving, streams):
        costs, limits = self.costs, self.limits
        # Each node hears of each push.
        seconds = self.node_seconds(devices) / serving + self.pushes(devices) * costs.otherNodeSecondsOfPush
        sent = (self.deliveries(devices) * costs.bytesOfEvent + self.pushes(devices) * costs.bytesOfPush) / serving
        usage = {
            "a node's cores": seconds / self.node.cores,
            "a node's memory": (limits.node_bytes + streams * (costs.bytesOfStream + limits.kernel_bytes)) / self.node.memory,
            "a node's network": sent / self.node.network,
            "a node's streams": streams / limits.streams,
        }
        if nodes > 1:
            usage["a balancer's ports"] = streams / limits.ports
            usage["coming back after a node's loss"] = self.back(devices, nodes) / limits.back * limits.full
        return usage

    def _usage_of_database(self, devices, nodes):
        costs, limits = self.costs, self.limits
        log = self.pushes(devices) * costs.logBytesOfPush
        return {
            "the primary's cores": self.database_seconds(devices) / self.database.cores,
            "the primary's disk": self.items(devices) * costs.diskBytesOfItem / self.database.disk,
            "the primary's writing": log / self.database.disk_rate,
            "the standby's replay": log / limits.replay_rate,
            "the primary's network": log / self.database.network,
            "the primary's connections": nodes * limits.connections_of_node / limits.connections,
        }

    def back(self, devices, nodes):
        """How many seconds it takes until the streams of a lost node are open on the others, which go on with everything else meanwhile."""
        if nodes < 2:
            return math.inf
        openings = self.streams(devices) / nodes
        free_on_nodes = (nodes - 1) * self.node.cores - self.node_seconds(devices)
        free_on_primary = self.database.cores - self.database_seconds(devices)
        if min(free_on_nodes, free_on_primary) <= 0:
            return math.inf
        return openings * max(self.costs.nodeSecondsOfOpening / free_on_nodes, self.costs.databaseSecondsOfOpening / free_on_primary)

    def nodes(self, devices):
        """The fewest nodes of a cell that keep everything below its limit, at least two; None where no number does."""
        for nodes in range(2, self.limits.nodes + 1):
            if max(self.usage(devices, nodes).values()) <= self.limits.full:
                return nodes
        return None

    # MARK: All

    def plan(self, devices):
        """The fewest cells for so many devices, each with the fewest nodes."""
        cells = 1
        while (nodes := self.nodes(devices / cells)) is None:
            cells += 1
        return Plan(self, devices, cells, nodes)

    def without_spare(self, devices):
        """The fewest machines where none may be lost: one for a node and PostgreSQL together, one for each of them, or None where that is too little."""
        streams, machine, limits = self.streams(devices), self.node, self.limits
        together = {
            "cores": (self.node_seconds(devices) + self.database_seconds(devices)) / machine.cores,
            "memory": (limits.node_bytes + limits.database_bytes + streams * (self.costs.bytesOfStream + limits.kernel_bytes)) / machine.memory,
            "disk": self.items(devices) * self.costs.diskBytesOfItem / machine.disk,
            "writing": self.pushes(devices) * self.costs.logBytesOfPush / machine.disk_rate, "streams": streams / limits.streams}
        if max(together.values()) <= limits.full:
            return 1
        return 2 if max(self.usage(devices, 1).values()) <= limits.full else None

    def most(self, nodes):
        """The most devices that a cell of so many nodes carries; with one node, without a spare."""
        low, high = 0.0, 1e9
        while high - low > 1:
            middle = (low + high) / 2
            low, high = (middle, high) if max(self.usage(middle, nodes).values()) <= self.limits.full else (low, middle)
        return low

    def largest_cell(self):
        """The nodes of the cell that carries most, and how many devices it carries."""
        return max(((nodes, self.most(nodes)) for nodes in range(2, self.limits.nodes + 1)), key=lambda one: (round(one[1]), -one[0]))


@dataclasses.dataclass(frozen=True)
class Plan:
    """Cells that are all alike."""

    model: Model
    devices: float
    cells: int
    nodes: int

    @property
    def machines(self):
        """Nodes, primaries, standbys, balancers."""
        return self.cells * (self.nodes + DATABASES + BALANCERS)

    @property
    def cores(self):
        """Those of all machines."""
        return self.cells * (self.nodes * self.model.node.cores + DATABASES * self.model.database.cores + BALANCERS * BALANCER_CORES)

    @property
    def usage(self):
        """How full everything of one cell is."""
        return self.model.usage(self.devices / self.cells, self.nodes)

    @property
    def first(self):
        """What breaks first when more devices come: its name, and how full it is. A number of connections that no device changes is not meant."""
        growing = {name: share for name, share in self.usage.items() if name != "the primary's connections"}
        return max(growing.items(), key=lambda one: one[1])
