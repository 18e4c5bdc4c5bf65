"""Pictures of windows, as small as they get."""

import subprocess

from harness.mismatch import expect
from harness.processes import wait_until

# What a document can carry, in bytes.
LARGEST = 60_000
# How many times in a row a window has to look the same: then nothing is being drawn any more.
SETTLED = 4


def take(window, file, environment, finish):
    """Writes what a window of the display shows into a PNG, once that no longer changes.

    `finish` are ImageMagick's words for what is done to the picture then.
    """
    looks = []

    def look():
        looks.append(_pixels(window, environment))
        return len(looks) >= SETTLED and len(set(looks[-SETTLED:])) == 1

    wait_until(look, 30, "a window that does not change")
    file.write_bytes(looks[-1])
    subprocess.run(["mogrify", *finish, str(file)], check=True, timeout=60)
    subprocess.run(["pngquant", "--strip", "--speed", "1", "--ext", ".png", "--force", "256", str(file)], check=True, timeout=60)
    subprocess.run(["optipng", "-quiet", "-o5", "-strip", "all", str(file)], check=True, timeout=120)
    size = file.stat().st_size
    expect(size <= LARGEST, f"{file.name} to have at most {LARGEST} bytes", f"{size}")
    print(f"{file.name}: {size} bytes", flush=True)


def _pixels(window, environment):
    # Without its times, so that two pictures of the same are the same bytes.
    arguments = ["import", "-silent", "-window", window, "-strip", "-define", "png:exclude-chunks=date,time", "png:-"]
    return subprocess.run(arguments, env=environment, check=True, stdout=subprocess.PIPE, timeout=30).stdout
