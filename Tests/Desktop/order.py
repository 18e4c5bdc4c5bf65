"""In which order letters are drawn: Pango's, which draws the window."""

import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

UNSEEN = {"\u200e", "\u200f", "\u061c", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))}


def drawn(text):
    """The letters of a paragraph from left to right, as they are seen."""
    layout = Pango.Layout.new(PangoCairo.FontMap.get_default().create_context())
    layout.set_text(text, -1)
    places, index = [], 0
    for letter in text:
        box = layout.index_to_pos(index)
        places.append((min(box.x, box.x + box.width), index, letter))
        index += len(letter.encode())
    return "".join(letter for _, _, letter in sorted(places) if letter not in UNSEEN)
