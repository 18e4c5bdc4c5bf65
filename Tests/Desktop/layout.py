"""What is wrong with how a window lies on the screen: what sticks out of it, lies over something else, or has not the room for its words."""

import ctypes

from Tests.Desktop.desk import wait_until
from Tests.Desktop import screen
from Tests.Desktop.screen import Atspi
from harness.mismatch import Mismatch

# What a person reads, and what they use.
WORDS = {Atspi.Role.LABEL, Atspi.Role.STATIC}
CONTROLS = {
    Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.ENTRY, Atspi.Role.TEXT, Atspi.Role.PASSWORD_TEXT, Atspi.Role.COMBO_BOX}
# How deep in a control its words are.
DEPTH = 5
# How many pixels of it are no fault: a ring, a shadow, or a rounded half.
SLACK = 3
# The smallest letters of the window, in points, and how high a line of them is.
SMALLEST, LINE = 8, 12


class Part:
    """A widget that is seen: its name, its place, and the way to it from the window."""

    def __init__(self, node, role, way):
        self.role, self.way, self.name = role, way, node.name
        self.place = screen.answer(node.place) if self.name else None

    @property
    def has_place(self):
        """Whether it has a name and a place."""
        return bool(self.place and self.place.width > 0 and self.place.height > 0)

    def __str__(self):
        place = self.place
        return f"{self.role.value_nick} {self.name!r} at {place.x},{place.y}, {place.width}x{place.height}"

    def is_around(self, other):
        """Whether the other one is in this one."""
        return other.way[:len(self.way)] == self.way

    def covers(self, other):
        """Whether both have pixels in common, and more than a few."""
        one, two = self.place, other.place
        return all(
            min(start + size, other_start + other_size) - max(start, other_start) > SLACK for start, size, other_start, other_size in (
                (one.x, one.width, two.x, two.width), (one.y, one.height, two.y, two.height)))


def wait_for_layout(shown, title, ignored=()):
    """What is wrong with a window once it has come to rest: nothing, if all is well.

    - ignored: words that stand in faults which are none there.
    """
    found = []

    def is_well():
        # What has just come may not have its place yet.
        found[:] = [fault for fault in faults(shown.window(title)) if not any(word in fault for word in ignored)]
        return not found
    try:
        wait_until(is_well, 4, "all in its place")
    except Mismatch:
        return found
    return []


def faults(window):
    """What is wrong with a window's layout, in words: nothing, if all is well."""
    size = window.place()
    parts = list(seen(window))
    found = [f"sticks out of {size.width} pixels: {part}" for part in parts if part.place.x < -SLACK or part.place.x + part.place.width > size.width + SLACK]
    found += [f"has no room: {part}" for part in parts if part.role in WORDS and is_cut(part)]
    for place, one in enumerate(parts):
        found += [f"{one} lies over {other}" for other in parts[place + 1:] if one.covers(other) and not one.is_around(other) and not other.is_around(one)]
    return found


def seen(window):
    """The words and the controls of a window that are on the screen, and not on a page that is not shown, or scrolled away."""
    def walk(node, way):
        part = Part(node, node.role, way) if node.role in WORDS | CONTROLS else None
        if part and part.has_place and is_on_top(window, node, part):
            yield part
        for child in node.children:
            yield from walk(child, (*way, child.index))
    yield from walk(window, ())


def is_on_top(window, node, part):
    """Whether a click in its middle would be on it, or on what is in it."""
    place = part.place
    hit = screen.answer(lambda: window.path_at(place.x + place.width // 2, place.y + place.height // 2))
    # Words are met themselves, a control perhaps by the words in it.
    for _ in range(1 if part.role in WORDS else DEPTH):
        if hit is None or hit == node.path:
            break
        hit = screen.answer(lambda below=hit: window.path_above(below))
    return hit == node.path


def is_cut(part):
    """Whether words have less room than they need even in the smallest letters: of which size they are nobody tells."""
    return min_width(part.name) > part.place.width * max(1, part.place.height // LINE) + SLACK


def min_width(text):
    """How wide a text is in the smallest letters, in pixels, in one line."""
    width = ctypes.c_int()
    PANGO.pango_layout_set_text(LAYOUT, text.encode(), -1)
    PANGO.pango_layout_get_pixel_size(LAYOUT, ctypes.byref(width), None)
    return width.value


def _layout():
    pango, cairo = ctypes.CDLL("libpango-1.0.so.0"), ctypes.CDLL("libpangocairo-1.0.so.0")

    def made(library, name, *arguments):
        function = getattr(library, name)
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*arguments))
    layout = made(pango, "pango_layout_new", made(pango, "pango_font_map_create_context", made(cairo, "pango_cairo_font_map_get_default")))
    pango.pango_layout_set_font_description(layout, made(pango, "pango_font_description_from_string", f"Sans {SMALLEST}".encode()))
    return pango, layout


PANGO, LAYOUT = _layout()
