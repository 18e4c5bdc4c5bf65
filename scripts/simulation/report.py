"""The model's answers as text."""

HEAD = ["devices", "pushes/s", "streams", "no spare", "cells", "nodes", "machines", "cores", "breaks first", "full", "primary's cores", "disk", "back"]


def rows(model, sizes):
    """A row for each size: cells are a cell's where they are of a cell, in the busiest second and while one node is away."""
    for devices in sizes:
        plan = model.plan(devices)
        name, share = plan.first
        usage, of_cell = plan.usage, devices / plan.cells
        yield [
            f"{devices:,.0f}", f"{model.pushes(devices):,.2f}", f"{model.streams(devices):,.0f}", str(model.without_spare(devices) or "-"),
            f"{plan.cells:,}", str(plan.nodes), f"{plan.machines:,}", f"{plan.cores:,.0f}", name, percent(share),
            percent(usage["the primary's cores"]), percent(usage["the primary's disk"]), f"{model.back(of_cell, plan.nodes):.1f} s"]


def percent(share):
    """A share as text."""
    return f"{100 * share:.1f} %"


def report(model, about, sizes):
    """The lines of everything."""
    machine = about["machine"]
    yield (
        f"Measured on {about['when']}, {machine['cores']} cores of {machine['processor']}, PostgreSQL {about['postgres']}, {about['build']}, "
        f"load {about['loadBefore']} before and {about['loadAfter']} after. Everything beyond one cell of that size is computed.")
    yield ""
    lines = [HEAD, *rows(model, sizes)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    for line in lines:
        yield "  ".join(cell.rjust(width) for cell, width in zip(line, widths)).rstrip()
    yield ""
    alone = model.most(1)
    nodes, most = model.largest_cell()
    yield f"One node without a spare carries {alone:,.0f} devices; then {first(model, alone, 1)} is full."
    yield f"The largest cell has {nodes} nodes and carries {most:,.0f} devices; then {first(model, most, nodes)} is full."
    yield f"Full is {percent(model.limits.full)} in the busiest second, with one node away."


def first(model, devices, nodes):
    """What is fullest in a cell."""
    return max(model.usage(devices, nodes).items(), key=lambda one: one[1])[0]
