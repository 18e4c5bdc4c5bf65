"""The picture of the modules, as text for graphviz."""

import hashlib
import textwrap

HEADER = """\
// Written by scripts/draw-modules from Package.swift, and drawn in modules.svg. An arrow says "uses"; what a module uses
// through another one that it uses has no arrow of its own.
digraph modules {
  graph [bgcolor=white, nodesep=0.3, ranksep=0.55];
  node [shape=box, style="rounded,filled", fillcolor="#fff7d6", color="#8a7a3a", fontname="Helvetica,Arial,sans-serif", fontsize=13];
  edge [color="#666666", arrowsize=0.7];
"""


def graph(targets):
    """The graph of the product's modules in layers: programs above, and below each module what it uses."""
    kinds = {target.name: target.kind for target in targets}
    drawn = {target.name: target for target in targets if target.is_product}
    uses = {name: {other for other in target.dependencies if other in drawn} for name, target in drawn.items()}
    reached = _closure(uses)
    lines = []
    for name in sorted(drawn):
        libraries = [other for other in sorted(drawn[name].dependencies) if kinds.get(other) == "C library"]
        fill = ', fillcolor="#cfe8ff", color="#4a7ba6"' if kinds[name] == "program" else ""
        lines.append(f'  "{name}" [label=<{_label(name, libraries)}>{fill}];')
    for layer in _layers(uses, {name for name in drawn if kinds[name] == "program"}):
        lines.append("  { rank=same; " + " ".join(f'"{name}";' for name in layer) + " }")
    for name in sorted(drawn):
        through = set().union(*(reached[other] for other in uses[name]))
        lines.extend(f'  "{name}" -> "{other}";' for other in sorted(uses[name] - through))
    return HEADER + "\n".join(lines) + "\n}\n"


def signature(text):
    """What a drawing says of the graph that it was made from."""
    return f"<!-- Drawn by scripts/draw-modules from modules.dot, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}. -->"


def _label(name, libraries):
    lines = textwrap.wrap(", ".join(libraries), 24)
    return name + "".join(f'<br/><font point-size="10" color="#666666">{line}</font>' for line in lines)


def _closure(uses):
    """What each module reaches by one arrow or more."""
    reached = {}

    def reach(name):
        if name not in reached:
            reached[name] = set(uses[name])  # so that a circle, which SwiftPM refuses, ends here
            reached[name] = reached[name].union(*(reach(other) for other in uses[name]))
        return reached[name]

    for name in uses:
        reach(name)
    return reached


def _layers(uses, programs):
    """The layers from top to bottom: the programs, then each module above all that it uses."""
    heights = {}

    def height(name):
        if name not in heights:
            heights[name] = 0
            heights[name] = 1 + max((height(other) for other in uses[name]), default=-1)
        return heights[name]

    top = 1 + max((height(name) for name in uses if name not in programs), default=-1)
    heights.update((name, top) for name in programs)
    return [sorted(name for name in uses if heights[name] == layer) for layer in range(top, -1, -1)]
