"""What is on the screen, as assistive technology reads it (AT-SPI)."""

import re
import time

from harness.processes import wait_until
from Tests.Desktop.tree import Atspi, Bus, answer

SECONDS = 15
# How long what stands still is looked at, in seconds.
STILL = 0.1
# What a question says that was withdrawn while it could be typed in.
OVER = "This is not asked any more."
# How high the bar of a window is, and how far from its edge nothing stands that the wheel would change, in pixels.
BAR, EDGE = 50, 6
# The bus of accessibility of this process's session, once `begin` has found it.
_BUS = []


def begin():
    """Connects to the bus of accessibility of this process's session."""
    bus = Bus()
    # Whoever comes before the registry is never in it; one of two that begin at once ends again.
    wait_until(lambda: answer(bus.programs) is not None, SECONDS, "the registry of accessibility")
    _BUS[:] = [bus]


def everything(node):
    """A widget and all that is in it, but for what is hidden. GTK 4.8 tells of no widget whether it is on the screen, only whether it is hidden."""
    yield node
    for child in node.children:
        yield from everything(child)


def programs(name):
    """The programs of that name."""
    # One that has just begun, or is about to end, does not answer.
    return [program for program in _BUS[0].programs() if answer(lambda program=program: program.name) == name]


def application(name):
    """The application of that name and all that it shows, once it is there."""
    return next(iter(wait_until(lambda: programs(name), SECONDS, f"the application {name}"))).look()


def is_there(name):
    """Whether there is an application of that name now."""
    return bool(programs(name))


def still(look):
    """A place that is the same at two looks, one soon after the other; None for what still moves."""
    place = look()
    time.sleep(STILL)
    return place if place and place == look() else None


class Screen:
    """The window of an application."""

    def __init__(self, desk, name):
        self._desk, self._name = desk, name
        application(name)

    def nodes(self):
        """All widgets that are shown."""
        # A program that ends while it is read has shown nothing that could be told of.
        return wait_until(lambda: answer(lambda: list(everything(application(self._name)))), SECONDS, f"{self._name} to be read")

    def texts(self):
        """What is to be read, from top to bottom."""
        return [node.name for node in self.nodes() if node.name and node.role in (Atspi.Role.LABEL, Atspi.Role.STATIC)]

    def find(self, name, *roles):
        """The first shown widget with that name, of one of the roles if some are given, once it is there."""
        def look():
            return next((node for node in self.nodes() if node.name == name and (
                not roles or node.role in roles)), None)
        return wait_until(look, SECONDS, f"{name!r} on the screen", lambda: f"these texts: {self.texts()}")

    def find_after_dialog(self, name, *roles):
        """As `find`, for what a dialog leads to: the window has the keyboard back as soon as that has ended, as a window manager gives it."""
        def look():
            self._desk.focus()
            return self.has(name, *roles)
        wait_until(look, SECONDS, f"{name!r} on the screen", lambda: f"these texts: {self.texts()}")
        self._desk.focus()
        return self.find(name, *roles)

    def wait_for_text(self, *texts):
        """Waits until all of these are to be read."""
        wait_until(lambda: all(text in self.texts() for text in texts), SECONDS, f"{texts} on the screen", lambda: f"{self.texts()}")

    def wait_without(self, *texts):
        """Waits until none of these is to be read."""
        wait_until(lambda: not any(text in self.texts() for text in texts), SECONDS, f"{texts} gone", lambda: f"{self.texts()}")

    def press(self, name, *roles):
        """Clicks the middle of a widget. Without a window manager the window is at the corner of the display."""
        place = wait_until(lambda: self._place(name, roles), SECONDS, f"{name!r} to have its place")
        self._desk.click(place.x + place.width // 2, place.y + place.height // 2)

    def press_other(self, name, *roles):
        """As `press`, with the other button."""
        place = wait_until(lambda: self._place(name, roles), SECONDS, f"{name!r} to have its place")
        self._desk.right_click(place.x + place.width // 2, place.y + place.height // 2)

    def _place(self, name, roles):
        """Where a widget is; None for one that is so new that it has no place yet, or still moves to it: nobody clicks there."""
        node = self.find(name, *roles)

        def look():
            place = answer(node.place)
            return place if place and place.width > 0 and place.height > 0 else None
        return still(look)

    def turn_to(self, name, *roles, title):
        """Turns the wheel, as a person does, until a widget is seen in a window that is scrolled: a click beyond its edge is none on it."""
        height = self.window(title).place().height
        self._desk.move(EDGE, height // 2)

        def look():
            place = answer(self.find(name, *roles).place)
            if place and BAR <= place.y and place.y + place.height <= height:
                return True
            self._desk.turn_wheel(down=not place or place.y > BAR)
            return False
        wait_until(look, SECONDS, f"{name!r} to be scrolled to")

    def has(self, name, *roles):
        """Whether there is such a widget now."""
        return any(node.name == name and (not roles or node.role in roles) for node in self.nodes())

    def wait_for_page(self, title):
        """Waits until a page is the one that is shown: its tab is chosen. What is read of a page says nothing about that."""
        def is_chosen(node):
            return node.name == title and node.role == Atspi.Role.PAGE_TAB and node.has(Atspi.StateType.SELECTED)
        wait_until(lambda: any(is_chosen(node) for node in self.nodes()), SECONDS, f"the page {title!r}")

    def reveal(self, label, pin):
        """Reveals a task's text, and answers the question for the PIN."""
        button = Atspi.Role.PUSH_BUTTON
        self._desk.focus()
        self.press(label)
        self.press("Reveal", button)
        self.find("PIN")
        self._desk.type(pin)
        self._desk.press("Return")
        self.find_after_dialog("Hide", button)

    def close_what_is_over(self):
        """Waits until a question says that nobody waits for the answer any more, and closes it."""
        self.wait_for_text(OVER)
        self._desk.press("Escape")
        self.wait_without(OVER)

    def act(self, name, *roles):
        """Presses a widget as assistive technology does, wherever it is."""
        self.find(name, *roles).act()

    def window(self, title):
        """A window of the application by its title, once it is there; one without a title by something that is read in it alone."""
        def look():
            found = application(self._name).children
            named = [node for node in found if node.name == title]
            return next(iter(named), None) or next((node for node in found if any(part.name == title for part in everything(node))), None)
        return wait_until(look, SECONDS, f"a window {title!r}")

    def unnamed(self):
        """Controls, and pictures with a meaning, that assistive technology can't name. What GTK calls a kind of widget names none."""
        return [vars_of(node) for node in self.nodes() if self._needs_name(node) and is_nameless(node.name)]

    @staticmethod
    def _needs_name(node):
        role = node.role
        if role == Atspi.Role.IMAGE:
            # An icon stands beside words, or in what has a name; a picture is all there is.
            return node.name == "GtkPicture"
        if role not in CONTROLS:
            return False
        # The list of words in a row to choose from, which GTK shows as its value, goes by the row's name.
        return role not in (Atspi.Role.LIST, Atspi.Role.LIST_ITEM) or not is_in_choice(node)


# What a person uses, and has to know by a name.
CONTROLS = {
    Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON, Atspi.Role.COMBO_BOX, Atspi.Role.ENTRY, Atspi.Role.TEXT,
    Atspi.Role.PASSWORD_TEXT, Atspi.Role.SPIN_BUTTON, Atspi.Role.SLIDER, Atspi.Role.PAGE_TAB, Atspi.Role.LINK, Atspi.Role.LIST, Atspi.Role.LIST_ITEM}


def is_nameless(name):
    """Whether that is no name, or only that of a kind of widget."""
    return not name or re.fullmatch(r"(?:Gtk|Adw|Gdk|Vault)[A-Z]\w*", name) is not None


def is_in_choice(node):
    """Whether a widget is part of a row, or a button, to choose from."""
    above = node.parent
    for _ in range(6):
        if above is None:
            return False
        if above.role == Atspi.Role.COMBO_BOX:
            return True
        above = above.parent
    return False


def vars_of(node):
    """A widget in words, with what it is in."""
    names = []
    while node is not None and len(names) < 5:
        names.append(str(node))
        node = node.parent
    return " in ".join(names)
