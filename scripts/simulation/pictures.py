"""The pictures of docs/capacity.md, drawn from the measured costs and the model."""

import math

from .plot import bars, lines

SHOWN = [
    "the primary's cores", "the primary's disk", "the standby's replay", "a node's cores", "a node's memory", "a node's streams", "coming back after a node's loss"]


def pictures(model):
    """Each picture by its file's name."""
    return {"capacity-costs.svg": costs(model.costs), "capacity-usage.svg": usage(model), "capacity-machines.svg": machines(model)}


def costs(measured):
    """What each kind of work takes of a node and of PostgreSQL."""
    kinds = ("Push", "Delivery", "Opening", "Page", "Request")
    titles = ("a push", "a delivery", "an opening", "a page of ten", "a request")
    groups = {
        title: {"the node": 1e6 * getattr(measured, f"nodeSecondsOf{kind}"), "PostgreSQL": 1e6 * getattr(measured, f"databaseSecondsOf{kind}")}
        for title, kind in zip(titles, kinds)}
    return bars("Measured: time of a core", "µs", groups)


def usage(model):
    """How full everything is in one cell of as few nodes as will do."""
    _, most = model.largest_cell()
    sizes = [*_sizes(10, most), most]
    planned = [(devices, model.usage(devices, model.nodes(devices))) for devices in map(math.floor, sizes)]
    series = {name: [(devices, max(100 * one[name], 0.001)) for devices, one in planned] for name in SHOWN}
    return lines("Computed: how full one cell is, in the busiest second, with one node away", "devices", "per cent", series)


def machines(model):
    """How many machines, nodes and cells."""
    plans = [model.plan(devices) for devices in _sizes(10, 10_000_000)]
    return lines("Computed: what it takes", "devices", "how many", {
        "cores": [(plan.devices, plan.cores) for plan in plans], "machines": [(plan.devices, plan.machines) for plan in plans],
        "nodes": [(plan.devices, plan.cells * plan.nodes) for plan in plans], "cells": [(plan.devices, plan.cells) for plan in plans]})


def _sizes(low, high):
    """Eight sizes of each decade."""
    steps = math.floor(8 * math.log10(high / low) + 1e-9)
    return [low * 10 ** (step / 8) for step in range(steps + 1)]
