"""The figures in docs/capacity.md, written from the data."""

import dataclasses
import re

from .report import report

SIZES = [10**power for power in range(1, 8)]
MEANINGS = {
    "bytesOfEvent": "what one event has on its stream, as HTTP sends it",
    "bytesOfPush": "a push's request",
    "bytesOfStream": "memory of a node for a stream on which nothing comes",
    "databaseSecondsOfDelivery": "PostgreSQL, when an event goes to a stream on another node",
    "databaseSecondsOfIdleNodesSecond": "PostgreSQL, in a second in which three nodes have nothing to do and a thousand streams are open",
    "databaseSecondsOfOpening": "PostgreSQL, when a stream is opened",
    "databaseSecondsOfPage": "PostgreSQL, when a page of ten items is fetched",
    "databaseSecondsOfPush": "PostgreSQL, for a push to one inbox, of 64 callers",
    "databaseSecondsOfRequest": "PostgreSQL, for a request that needs nothing but its session",
    "deliveredShare": "how many of the pushes of that measurement were read on their streams before it ended; not used by the model",
    "diskBytesOfItem": "an item with its push and their indexes, in PostgreSQL's files",
    "logBytesOfPush": "PostgreSQL's log for a push, right after a checkpoint, with whole pages",
    "nodeSecondsOfDelivery": "the node that has the stream, for an event of a push that came in on another node",
    "nodeSecondsOfIdleStreamSecond": "a node, in a second, for a stream on which nothing comes",
    "nodeSecondsOfOpening": "a node, when a stream is opened",
    "nodeSecondsOfPage": "a node, when a page of ten items is fetched",
    "nodeSecondsOfPush": "the node that stores a push",
    "nodeSecondsOfRequest": "a node, for a request that needs nothing but its session",
    "otherNodeSecondsOfPush": "each other node, for hearing of a push that none of its streams waits for",
    "pushesPerSecond": "pushes that one node stored in a second for 64 callers; not used by the model",
    "secondsOfPushAlone": "how long a single caller waits for a push (p50); not used by the model",
}
COSTS, TABLE = re.compile(r"(?<=^\|---\|---\|---\|\n)(?:\| `.*\n)*", re.MULTILINE), re.compile(r"(?<=^```\n\$ make simulate\n)(?:.*\n)*?(?=```$)", re.MULTILINE)


def with_figures(text, model, about):
    """The document with the costs and the table as the data has them."""
    costs = "".join(f"| `{name}` | {value:g} | {MEANINGS[name]} |\n" for name, value in dataclasses.asdict(model.costs).items())
    table = "".join(f"{line}\n" for line in report(model, about, SIZES))
    return TABLE.sub(lambda _: table, COSTS.sub(lambda _: costs, text, count=1), count=1)
