"""What is on the screen, as assistive technology reads it (AT-SPI)."""

import collections
import re
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from harness.processes import wait_until  # noqa: E402

SECONDS = 15
# How long what stands still is looked at, in seconds.
STILL = 0.05
# What a question says that was withdrawn while it could be typed in.
OVER = "This is not asked any more; nothing was done."
Place = collections.namedtuple("Place", "x y width height")


def begin():
    """Connects to the bus of accessibility of this process's session."""
    Atspi.init()
    Atspi.set_timeout(2000, 5000)
    # Whoever comes before the registry is never in it.
    wait_until(lambda: Atspi.get_desktop(0) is not None and Atspi.get_desktop(0).get_child_count() >= 0, SECONDS, "the registry of accessibility")


def everything(node, depth=0):
    """A widget and all that is in it, but for what is hidden. GTK 4.8 tells of no widget whether it is on the screen, only whether it is hidden."""
    if depth > 0 and not node.get_state_set().contains(Atspi.StateType.VISIBLE):
        return
    yield node
    for index in range(node.get_child_count() if depth < 60 else 0):
        child = node.get_child_at_index(index)
        if child is not None:
            yield from everything(child, depth + 1)


def application(name):
    """The application of that name, once it is there."""
    def look():
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            found = desktop.get_child_at_index(index)
            if found is None:
                continue
            # One that has just begun has no name yet, and that would be remembered.
            found.clear_cache()
            if found.get_name() == name:
                return found
        return None
    return wait_until(look, SECONDS, f"the application {name}")


def is_there(name):
    """Whether there is an application of that name now."""
    desktop = Atspi.get_desktop(0)
    children = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    return any(child is not None and read(child, child.get_name) == name for child in children)


class Screen:
    """The window of an application."""

    def __init__(self, desk, name):
        self._desk, self._name = desk, name
        application(name)

    def nodes(self):
        """All widgets that are shown."""
        try:
            return list(everything(application(self._name)))
        except GLib.Error:
            # Something went while it was being read.
            return []

    def texts(self):
        """What is to be read, from top to bottom."""
        found = []
        for node in self.nodes():
            name = read(node, node.get_name)
            if name and read(node, node.get_role) in (Atspi.Role.LABEL, Atspi.Role.STATIC):
                found.append(name)
        return found

    def find(self, name, *roles):
        """The first shown widget with that name, of one of the roles if some are given, once it is there."""
        def look():
            return next((node for node in self.nodes() if read(node, node.get_name) == name and (
                not roles or read(node, node.get_role) in roles)), None)
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
            place = read(node, lambda: node.get_extents(Atspi.CoordType.WINDOW))
            return Place(place.x, place.y, place.width, place.height) if place and place.width > 0 and place.height > 0 else None
        place = look()
        time.sleep(STILL)
        return place if place and place == look() else None

    def has(self, name, *roles):
        """Whether there is such a widget now."""
        return any(read(node, node.get_name) == name and (not roles or read(node, node.get_role) in roles) for node in self.nodes())

    def wait_for_page(self, title):
        """Waits until a page is the one that is shown: its tab is chosen. What is read of a page says nothing about that."""
        def is_chosen(node):
            states = read(node, node.get_state_set)
            return read(node, node.get_name) == title and read(node, node.get_role) == Atspi.Role.PAGE_TAB and states is not None and states.contains(Atspi.StateType.SELECTED)
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
        Atspi.Action.do_action(self.find(name, *roles), 0)

    def window(self, title):
        """A window of the application by its title, once it is there; one without a title by something that is read in it alone."""
        def look():
            program = application(self._name)
            found = [node for node in (program.get_child_at_index(index) for index in range(program.get_child_count())) if node is not None]
            named = [node for node in found if read(node, node.get_name) == title]
            return next(iter(named), None) or next((node for node in found if any(read(part, part.get_name) == title for part in everything(node))), None)
        return wait_until(look, SECONDS, f"a window {title!r}")

    def unnamed(self):
        """Controls, and pictures with a meaning, that assistive technology can't name. What GTK calls a kind of widget names none."""
        return [vars_of(node) for node in self.nodes() if self._needs_name(node) and is_nameless(read(node, node.get_name))]

    @staticmethod
    def _needs_name(node):
        role = read(node, node.get_role)
        if role == Atspi.Role.IMAGE:
            # An icon stands beside words, or in what has a name; a picture is all there is.
            return read(node, node.get_name) == "GtkPicture"
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
    above = read(node, node.get_parent)
    for _ in range(6):
        if above is None:
            return False
        if read(above, above.get_role) == Atspi.Role.COMBO_BOX:
            return True
        above = read(above, above.get_parent)
    return False


def vars_of(node):
    """A widget in words, with what it is in."""
    names = []
    while node is not None and len(names) < 5:
        role = read(node, node.get_role)
        names.append(f"{role.value_nick if role else None} {read(node, node.get_name)!r}")
        node = read(node, node.get_parent)
    return " in ".join(names)


# Newer libraries alone ask for it.
HELP = getattr(Atspi.Accessible, "get_help_text", None)


def everything_said(node):
    """All texts that assistive technology has of a widget: name, description, attributes, help, content, value, and what its actions are called."""
    questions = [
        node.get_name, node.get_description, lambda: " ".join(node.get_attributes_as_array() or []), lambda: HELP(node) if HELP else None,
        lambda: Atspi.Text.get_text(node, 0, -1), lambda: letters(node), lambda: Atspi.Value.get_text(node), lambda: " ".join(actions(node))]
    return [text for text in (read(node, question) for question in questions) if text]


def letters(node):
    """What is in an entry for a secret, each letter asked for by its place; nothing of others, which have their text."""
    if node.get_role() != Atspi.Role.PASSWORD_TEXT:
        return ""
    return "".join(chr(Atspi.Text.get_character_at_offset(node, place)) for place in range(Atspi.Text.get_character_count(node)))


def actions(node):
    """What the actions of a widget are called."""
    return [text for place in range(Atspi.Action.get_n_actions(node)) for text in (Atspi.Action.get_action_name(node, place), Atspi.Action.get_localized_name(node, place)) if text]


def read(_node, question):
    """An answer, or nothing where the widget has gone meanwhile."""
    try:
        return question()
    except GLib.Error:
        return None
