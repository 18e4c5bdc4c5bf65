"""Writes what the bus of accessibility tells of texts, a line for each event, as any program can hear it."""

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def told(event):
    """An event has come."""
    print(event.type, event.any_data, flush=True)


Atspi.init()
heard = Atspi.EventListener.new(told)
heard.register("object:text-changed")
print("listening", flush=True)
Atspi.event_main()
