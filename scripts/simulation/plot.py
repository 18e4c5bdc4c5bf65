"""Charts as SVG: lines over two logarithmic axes, and bars. What is drawn is a function of the figures alone."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 70, 210, 40, 50
COLOURS = ["#1a5fb4", "#c64600", "#26a269", "#813d9c", "#a51d2d", "#63452c", "#5e5c64"]
STYLE = "text{font:13px sans-serif;fill:#241f31}.t{font-weight:bold}.g{stroke:#deddda;fill:none}.l{fill:none;stroke-width:2}.b{fill:#fff}"


def lines(title, across, up, series):
    """Lines. `series` has, by its name, points of numbers above 0, from left to right."""
    points = [point for one in series.values() for point in one]
    left, right = decades(x for x, _ in points)
    low, high = decades(y for _, y in points)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(value):
        return LEFT + width * (math.log10(value) - left) / (right - left)

    def y_of(value):
        return HEIGHT - BOTTOM - height * (math.log10(value) - low) / (high - low)

    body = []
    for power in range(left, right + 1):
        x = x_of(10.0**power)
        body += [_path(x, TOP, x, HEIGHT - BOTTOM), _text(x, HEIGHT - BOTTOM + 18, label(power), "middle")]
    for power in range(low, high + 1):
        y = y_of(10.0**power)
        body += [_path(LEFT, y, LEFT + width, y), _text(LEFT - 8, y + 4, label(power), "end")]
    body.append(_text(LEFT + width / 2, HEIGHT - 12, across, "middle"))
    body.append(_text(LEFT, TOP - 6, up, "start"))
    ends = _apart([y_of(one[-1][1]) for one in series.values()])
    for (name, one), colour, end in zip(series.items(), COLOURS, ends):
        places = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in one)
        body += [f'<polyline class="l" stroke="{colour}" points="{places}"/>', _text(x_of(one[-1][0]) + 8, end + 4, name, "start", colour)]
    return _svg(title, body, HEIGHT)


def bars(title, unit, groups):
    """Bars side by side. `groups` has, by the name of each line, numbers by their names, the same ones in each."""
    most = max(value for group in groups.values() for value in group.values())
    room, bar, gap, start = WIDTH - 200 - 90, 16, 14, 200
    body, y = [], TOP + 14
    for name, group in groups.items():
        body.append(_text(start - 10, y + bar * len(group) / 2 + 4, name, "end"))
        for (part, value), colour in zip(group.items(), COLOURS):
            length = max(1, room * value / most)
            body.append(f'<rect x="{start}" y="{y:.1f}" width="{length:.1f}" height="{bar - 2}" fill="{colour}"><title>{part}</title></rect>')
            body.append(_text(start + length + 6, y + 11, f"{value:.3g} {unit}", "start"))
            y += bar
        y += gap
    for number, (part, colour) in enumerate(zip(next(iter(groups.values())), COLOURS)):
        body.append(_text(start + 150 * number, y + 10, part, "start", colour))
    return _svg(title, body, y + 30)


def decades(values):
    """The powers of ten around values."""
    values = list(values)
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def label(power):
    """A power of ten as people write it; M are millions."""
    if power >= 6:
        return f"{10 ** (power - 6):,} M"
    return f"{10**power:,}" if power >= 0 else f"{10.0**power:.{-power}f}"


def _apart(places, distance=16):
    """The same places, moved so far down that text at them doesn't meet."""
    moved, last = list(places), -math.inf
    for index in sorted(range(len(places)), key=lambda index: places[index]):
        moved[index] = last = max(places[index], last + distance)
    return moved


def _path(*ends):
    return '<path class="g" d="M{:.1f},{:.1f}L{:.1f},{:.1f}"/>'.format(*ends)


def _text(x, y, text, anchor, colour=None, kind=None):
    style = f' style="fill:{colour}"' if colour else ""
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}{style}>{text}</text>'


def _svg(title, body, height):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{title}"><style>{STYLE}</style>'
    frame = f'<rect class="b" width="{WIDTH}" height="{height:.0f}"/>'
    return "\n".join([head, frame, _text(WIDTH / 2, 20, title, "middle", kind="t"), *body, "</svg>", ""])
