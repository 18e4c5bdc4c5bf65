"""What the model is given: measured costs, how devices are used, and machines."""

import dataclasses
import json
import pathlib

MEASURED = pathlib.Path(__file__).resolve().parent / "measured.json"
DAY = 86_400.0
GIB = 2.0**30


@dataclasses.dataclass(frozen=True)
class Costs:
    """What was measured, as `measure-capacity` names it: seconds of a core, bytes, pushes a second."""

    bytesOfEvent: float
    bytesOfPush: float
    bytesOfStream: float
    databaseSecondsOfDelivery: float
    databaseSecondsOfIdleNodesSecond: float
    databaseSecondsOfOpening: float
    databaseSecondsOfPage: float
    databaseSecondsOfPush: float
    databaseSecondsOfRequest: float
    deliveredShare: float
    diskBytesOfItem: float
    logBytesOfPush: float
    nodeSecondsOfDelivery: float
    nodeSecondsOfIdleStreamSecond: float
    nodeSecondsOfOpening: float
    nodeSecondsOfPage: float
    nodeSecondsOfPush: float
    nodeSecondsOfRequest: float
    otherNodeSecondsOfPush: float
    pushesPerSecond: float
    secondsOfPushAlone: float


def measured(path=MEASURED):
    """What a file of `measure-capacity` has.

    Returns: the costs, and what is said about them.
    """
    content = json.loads(path.read_text(encoding="utf-8"))
    return Costs(**content["costs"]), content["about"]


@dataclasses.dataclass(frozen=True)
class Use:
    """How a device is used. All of it is assumed; `simulate` takes other figures."""

    devices_of_account: float = 2.0
    # Of an account and a day.
    pushes: float = 50.0
    # Of a device and a day.
    openings: float = 12.0
    pages: float = 12.0
    requests: float = 50.0
    # How many of all devices have a stream at the same time.
    connected: float = 0.5
    # How many times the mean second's load the busiest second has.
    peak: float = 4.0
    # How long items are kept, in days, as `--keep-days` has it.
    kept: float = 90.0


@dataclasses.dataclass(frozen=True)
class Machine:
    """A machine: cores, bytes, and bytes a second."""

    cores: float
    memory: float
    disk: float
    disk_rate: float
    network: float


# Common sizes of rented machines; nothing of it was measured.
NODE = Machine(cores=4, memory=8 * GIB, disk=40e9, disk_rate=100e6, network=125e6)
DATABASE = Machine(cores=16, memory=64 * GIB, disk=2e12, disk_rate=400e6, network=1250e6)


@dataclasses.dataclass(frozen=True)
class Limits:
    """What is assumed of programs, and how full something may be in the busiest second."""

    full: float = 0.6
    # Streams of one node: the most with which it was measured (`make bench PARTS=hub`) is a fifth of it.
    streams: float = 50_000
    # Ports that a balancer has for its connections with one node: those of `ip_local_port_range` at each of four addresses of its own.
    ports: float = 4 * 28_232
    # PostgreSQL's `max_connections`, less those that it reserves; and what a node takes: four lanes that write, four that read, one that listens.
    connections: float = 197
    connections_of_node: float = 9
    # What the kernel keeps for a connection on which nothing is under way, and what a node has before its first one.
    kernel_bytes: float = 8_192
    node_bytes: float = 100e6
    # What PostgreSQL takes on a machine that it shares with a node.
    database_bytes: float = 1e9
    # How quickly a standby writes the log anew, which one process does.
    replay_rate: float = 50e6
    # How soon all streams of a lost node are to be back.
    back: float = 60.0
    # More nodes than this are no cell that anybody has run.
    nodes: int = 16
