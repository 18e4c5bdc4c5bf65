"""Pictures to push, and what is seen of them."""

import struct
import subprocess
import zlib


def write_png(path, width, height, colour):
    """Writes a picture of one colour: red, green and blue."""
    return write_bands(path, width, height, colour)


def write_bands(path, width, height, *colours):
    """Writes a picture of colours one below the other, each so high."""
    rows = b"".join((b"\0" + bytes(colour) * width) * height for colour in colours)
    height *= len(colours)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def count_pixels(desk, colour):
    """How many pixels of the display have a colour."""
    file = desk.home.path("display.ppm")
    desk.picture(file)
    pixels = subprocess.run(["convert", str(file), "-depth", "8", "rgb:-"], check=True, capture_output=True, timeout=30).stdout
    wanted, count, place = bytes(colour), 0, pixels.find(bytes(colour))
    while place >= 0:
        # Between two pixels the same bytes mean nothing.
        count += place % 3 == 0
        place = pixels.find(wanted, place + 1)
    return count


def count_dark(desk, place):
    """How many dark pixels a part of the display has."""
    file = desk.home.path("part.ppm")
    desk.picture(file)
    part = f"{place.width}x{place.height}+{place.x}+{place.y}"
    pixels = subprocess.run(
        ["convert", str(file), "-crop", part, "-depth", "8", "gray:-"], check=True, capture_output=True, timeout=30).stdout
    return sum(value < 110 for value in pixels)


def strongest_colour(desk, place):
    """The colour of a part of the display that is farthest from grey: red, green and blue."""
    file = desk.home.path("part.ppm")
    desk.picture(file)
    pixels = subprocess.run(
        ["convert", str(file), "-crop", f"{place.width}x{place.height}+{place.x}+{place.y}", "-depth", "8", "rgb:-"], check=True, capture_output=True, timeout=30).stdout
    return max(zip(pixels[0::3], pixels[1::3], pixels[2::3]), key=lambda colour: max(colour) - min(colour))
