"""What HarfBuzz makes of a word: the numbers of its glyphs, each of which stands for a letter, as a buffer of its own holds them."""

import ctypes
import re
import struct
import subprocess

# As many in a row are no chance.
MANY = 8


def pattern(word, language):
    """A regular expression that finds the first or the last glyphs of a word, as they stand in a buffer from left to right or the other way."""
    font = subprocess.run(["fc-match", "--format", "%{file}", f"Sans:lang={language}"], capture_output=True, text=True, timeout=30, check=True).stdout
    glyphs = shape(font, word)
    parts = {tuple(part) for order in (glyphs, glyphs[::-1]) for part in (order[:MANY], order[-MANY:])}
    return b"(?s)" + b"|".join(b".{16}".join(re.escape(struct.pack("<I", glyph)) for glyph in part) for part in parts)


def shape(font, word):
    """The numbers of the glyphs, from left to right."""
    library = ctypes.CDLL("libharfbuzz.so.0")
    pointer = ctypes.c_void_p

    def made(name, *arguments):
        function = getattr(library, name)
        function.restype = pointer
        return pointer(function(*arguments))

    buffer = made("hb_buffer_create")
    text = word.encode()
    library.hb_buffer_add_utf8(buffer, text, len(text), 0, len(text))
    library.hb_buffer_guess_segment_properties(buffer)
    blob = made("hb_blob_create_from_file", font.encode())
    library.hb_shape(made("hb_font_create", made("hb_face_create", blob, 0)), buffer, None, 0)
    count = ctypes.c_uint()
    infos = ctypes.cast(made("hb_buffer_get_glyph_infos", buffer, ctypes.byref(count)), ctypes.POINTER(ctypes.c_uint32))
    # Each has five numbers, of which the first one is the glyph's.
    return [infos[place * 5] for place in range(count.value)]
