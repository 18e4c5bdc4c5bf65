#!/usr/bin/python3
"""Takes the pictures of the console that docs/server.md shows.

usage: python3 -B -m Tests.Browser.screenshots PROGRAMS DIR

PROGRAMS is the directory of the built programs. Needs Debian's chromium, chromium-driver and optipng.
"""

import pathlib
import subprocess
import sys

from Tests.Browser.house import Console, House

# What a document can carry, in bytes.
LARGEST = 150_000


def take(console, file, width, height, top="header"):
    """Writes what can be seen below the top of an element, as small as it gets without loss."""
    console.browser.size(width, height, mobile=width < 600)
    console.browser.run("document.activeElement.blur(); document.querySelector(arguments[0]).scrollIntoView()", top)
    console.browser.screenshot(file)
    subprocess.run(["optipng", "-quiet", "-o5", "-strip", "all", str(file)], timeout=120, check=True)
    size = file.stat().st_size
    if size > LARGEST:
        sys.exit(f"{file} has {size} bytes, more than {LARGEST}")
    print(f"{file}: {size} bytes")


def compose(console):
    """Sends a push that is accepted, and writes another."""
    browser, house = console.browser, console.house
    console.push_to_bob("Water the plants", "The ones on the balcony first.")
    item = house.newest()
    house.acknowledge(item["sequence"])
    house.decide(item["sequence"], "accepted")
    browser.wait_for_text("#sent [role=status]", "1 accepted")
    console.push_to_bob("Pay the invoice", "By the end of the week.")
    house.acknowledge(item["sequence"] + 1)
    browser.wait_for_text("#sent [role=status]", "1 delivered")
    console.choose("#recipient", "News")
    browser.one("#compose [name=title]").type("The heating is serviced on Friday")
    browser.one("#compose [name=body]").type("Somebody has to be at home between eight and ten.")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[2])
    directory.mkdir(exist_ok=True)
    house = House(sys.argv[1])
    try:
        _, channel = house.ask("POST", "/v1/admin/channels", {"title": "News", "description": "What is new in the house"},
                               house.log_in("ada@example.org"))
        house.ask("PUT", f"/v1/channels/{channel['id']}/enrolment", {}, house.bob)
        console = Console(house)
        try:
            console.enter()
            compose(console)
            take(console, directory / "console-desktop.png", 1120, 1060)
            take(console, directory / "console-phone.png", 360, 740, top="#sent-title")
        finally:
            console.browser.stop()
    finally:
        house.stop()


if __name__ == "__main__":
    main()
