"""The widgets of a program as the bus of accessibility has them (AT-SPI).

GTK tells of all its widgets in one answer (org.a11y.atspi.Cache), and what is in each of them is asked without waiting for one answer after the other: some 50 ms for 500 widgets. Who asks one
widget after the other, as libatspi does, waits for five answers for each of them, some 400 ms in all.
"""

import collections
import os

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

Place = collections.namedtuple("Place", "x y width height")
ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE, COMPONENT, ACTION, TEXT, VALUE = (f"org.a11y.atspi.{name}" for name in ("Accessible", "Component", "Action", "Text", "Value"))
# How long an answer may take, and how long that of whom the bus has to start first.
MILLISECONDS, STARTING = 5_000, 15_000
# How often a tree is read anew that was not yet told of as a whole.
ROUNDS = 20
# The coordinates are those of the window.
IN_WINDOW = int(Atspi.CoordType.WINDOW)


class Bus:
    """The bus of accessibility of this process's session."""

    def __init__(self):
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self._connection = Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)
        address = self.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", milliseconds=STARTING).unpack()[0]
        self._connection = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(self, owner, path, interface, method, arguments=None, milliseconds=MILLISECONDS):
        """Calls a method, and hands over what it answers."""
        return self._connection.call_sync(owner, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, milliseconds, None)

    def call_many(self, owner, paths, interface, method):
        """Calls a method of many objects at once, and hands over by path which objects each of them names; those that have gone are left out."""
        answers, waiting = {}, set(paths)

        def came(connection, result, path):
            waiting.discard(path)
            found = answer(lambda: connection.call_finish(result))
            if found is not None:
                listed = found.get_child_value(0)
                answers[path] = [listed.get_child_value(place).get_child_value(1).get_string() for place in range(listed.n_children())]
        for path in paths:
            self._connection.call(owner, path, interface, method, None, None, Gio.DBusCallFlags.NONE, MILLISECONDS, None, came, path)
        while waiting:
            GLib.MainContext.default().iteration(True)
        return answers

    def programs(self):
        """All programs that the registry has."""
        listed = self.call("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren", milliseconds=STARTING)
        return [Program(self, owner) for owner, _ in listed.unpack()[0]]


class Program:
    """A program on the bus."""

    def __init__(self, bus, owner):
        self._bus, self._owner = bus, owner

    def ask(self, path, interface, method, arguments=None):
        """Asks one of its objects."""
        return self._bus.call(self._owner, path, interface, method, arguments)

    def get(self, path, interface, name):
        """A property of one of its objects."""
        return self.ask(path, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name))).unpack()[0]

    @property
    def name(self):
        """What it is called."""
        return self.get(ROOT, ACCESSIBLE, "Name")

    def look(self):
        """All that it shows now, as a tree."""
        for _ in range(ROUNDS):
            told = {node.path: node for node in self._told()}
            told[ROOT] = Node(self, ROOT, None, 0, 1, self.name, Atspi.Role.APPLICATION, 0)
            # Who is hidden is told of as well, as if it were not.
            shown = self._bus.call_many(self._owner, [path for path, node in told.items() if node.count > 0], ACCESSIBLE, "GetChildren")
            untold = [path for path in told if not link(told, told[path], shown.get(path, []))]
            if not untold:
                break
            for path in untold:
                # What has gone meanwhile need not be learnt.
                answer(lambda path=path: self._learn(path, set()))
        return told[ROOT]

    def _told(self):
        """A node for each widget that the program tells of. To unpack whole items takes four times as long."""
        listed = self.ask("/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems").get_child_value(0)
        for place in range(listed.n_children()):
            part = listed.get_child_value(place).get_child_value
            yield Node(
                self, part(0).get_child_value(1).get_string(), part(2).get_child_value(1).get_string(), part(3).get_int32(), part(4).get_int32(), part(6).get_string(),
                role(part(7).get_uint32()), bits(part(9)))

    def _learn(self, path, known):
        """Has the program tell of what is in a widget: it does of what somebody has asked for."""
        if path in known:
            return
        known.add(path)
        for _, child in self.ask(path, ACCESSIBLE, "GetChildren").unpack()[0]:
            if bits(self.ask(child, ACCESSIBLE, "GetState").get_child_value(0)) >> Atspi.StateType.VISIBLE & 1:
                self._learn(child, known)


class Node:
    """A widget as it was when the program was looked at; its methods ask the program."""

    __slots__ = ("program", "path", "above", "index", "count", "name", "role", "states", "parent", "children")

    def __init__(self, program, path, above, index, count, name, role_of, states):
        self.program, self.path, self.above, self.index, self.count, self.name, self.role, self.states = program, path, above, index, count, name, role_of, states
        # `children` are those that are shown; `count` counts all.
        self.parent, self.children = None, []

    @property
    def description(self):
        """What more is said of it, as by its tool tip."""
        return self.program.get(self.path, ACCESSIBLE, "Description")

    def has(self, state):
        """Whether it had a state."""
        return bool(self.states >> state & 1)

    def has_now(self, state):
        """Whether it has a state."""
        return bool(bits(self._ask(ACCESSIBLE, "GetState").get_child_value(0)) >> state & 1)

    def place(self):
        """Where it is in its window."""
        return Place(*self._ask(COMPONENT, "GetExtents", GLib.Variant("(u)", (IN_WINDOW,))).unpack()[0])

    def path_at(self, x, y):
        """The path of the widget that is met at a point of this one's window."""
        return self._ask(COMPONENT, "GetAccessibleAtPoint", GLib.Variant("(iiu)", (x, y, IN_WINDOW))).unpack()[0][1]

    def path_above(self, path):
        """The path of the widget that another one is in."""
        return self.program.get(path, ACCESSIBLE, "Parent")[1]

    def act(self):
        """Does what it is there for, as assistive technology has it done."""
        self._ask(ACTION, "DoAction", GLib.Variant("(i)", (0,)))

    def take_focus(self):
        """Takes the keyboard."""
        self._ask(COMPONENT, "GrabFocus")

    def text(self):
        """What stands in it. GTK has nothing to tell up to an end that is not a number of letters."""
        return self._ask(TEXT, "GetText", GLib.Variant("(ii)", (0, self._get(TEXT, "CharacterCount")))).unpack()[0]

    def letters(self):
        """The same, each letter asked for by its place."""
        places = range(self._get(TEXT, "CharacterCount"))
        return "".join(chr(self._ask(TEXT, "GetCharacterAtOffset", GLib.Variant("(i)", (place,))).unpack()[0]) for place in places)

    def everything_said(self):
        """All texts that assistive technology has of it: name, description, help, attributes, content, value, and what its actions are called."""
        questions = [
            lambda: self._get(ACCESSIBLE, "Name"), lambda: self._get(ACCESSIBLE, "Description"), lambda: self._get(ACCESSIBLE, "HelpText"),
            lambda: " ".join(f"{name}:{value}" for name, value in self._ask(ACCESSIBLE, "GetAttributes").unpack()[0].items()), self.text,
            lambda: self._get(VALUE, "Text"), self._actions]
        return [text for text in map(answer, questions) if text]

    def _actions(self):
        """What its actions are called."""
        names = []
        for number in range(self._get(ACTION, "NActions")):
            asked = GLib.Variant("(i)", (number,))
            names += [self._ask(ACTION, method, asked).unpack()[0] for method in ("GetName", "GetLocalizedName", "GetDescription")]
        return " ".join(names)

    def _ask(self, interface, method, arguments=None):
        return self.program.ask(self.path, interface, method, arguments)

    def _get(self, interface, name):
        return self.program.get(self.path, interface, name)

    def __str__(self):
        return f"{self.role.value_nick} {self.name!r}"


def link(told, node, paths):
    """Puts into a node what is in it and shown; whether all of that is told of."""
    node.children = []
    for path in paths:
        child = told.get(path)
        if child is not None and child.above != node.path:
            # A stack names the widgets that are in its pages.
            child = told.get(child.above)
        if child is None or child.above != node.path:
            return False
        if child.has(Atspi.StateType.VISIBLE):
            child.parent = node
            node.children.append(child)
    return True


ROLES = {}


def role(number):
    """A role by its number."""
    if number not in ROLES:
        ROLES[number] = Atspi.Role(number)
    return ROLES[number]


def bits(states):
    """The states of a widget, which come as two numbers, as one."""
    return sum(states.get_child_value(place).get_uint32() << 32 * place for place in range(states.n_children()))


def answer(question):
    """An answer, or nothing where the widget has gone meanwhile, or has none."""
    try:
        return question()
    except GLib.Error:
        return None
