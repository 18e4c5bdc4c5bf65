"""Reads the targets of a Package.swift without SwiftPM: its call of `Package(…)` holds nothing but names, lists and calls."""

import dataclasses
import re

TOKEN = re.compile(r'//[^\n]*|("(?:\\.|[^"\\\n])*")|(\.?\w[\w.]*)|([()\[\]:,])|\S')
PRODUCT = re.compile(r'^let (\w+) = Target\.Dependency\.product\(name: "(\w+)"', re.MULTILINE)
# What makes a target, what it makes, and where its sources lie unless it says so. The first four are the manifest's own.
MAKERS = {
    "module": ("module", "Sources/"), "program": ("program", "Sources/"), "tests": ("tests", "Tests/"),
    "serverTests": ("tests", "Tests/"), "cLibrary": ("C library", "Sources/CLibraries/"),
    ".target": ("module", "Sources/"), ".executableTarget": ("program", "Sources/"), ".testTarget": ("tests", "Tests/"),
}


class ManifestError(Exception):
    """What in the manifest can't be read."""


@dataclasses.dataclass(frozen=True)
class Target:
    """A target: its name, what it is, the folder of its sources, and the names of the targets and products it declares."""

    name: str
    kind: str
    path: str
    dependencies: tuple

    @property
    def module(self):
        """The name under which Swift imports it."""
        return self.name.replace("-", "_")

    @property
    def is_product(self):
        """Whether the product is made of it: not tests, not their helpers, no benchmark and no C library."""
        return self.kind in ("module", "program") and self.path.split("/")[0] in ("Sources", "server-stub")


@dataclasses.dataclass
class Call:
    """A call: its name and its arguments, each with its label or None."""

    name: str
    arguments: list

    def plain(self):
        """The arguments without a label."""
        return [value for label, value in self.arguments if label is None]

    def named(self, wanted, otherwise=None):
        """The argument with the label."""
        return next((value for label, value in self.arguments if label == wanted), otherwise)


class Parser:
    """Takes values from a list of tokens."""

    def __init__(self, text):
        self._tokens = [found.group(0) for found in TOKEN.finditer(text) if not found.group(0).startswith("//")]
        self._at = 0

    def value(self):
        """A string, a list, a call or a name; the last comes as a call without arguments."""
        token = self._next()
        if token.startswith('"'):
            return token[1:-1]
        if token == "[":
            return self._until("]", self.value)
        if not re.match(r"\.?\w", token):
            raise ManifestError(f"unexpected {token!r} in the package's description")
        if self._peek() != "(":
            return Call(token, [])
        self._next()
        return Call(token, self._until(")", self._argument))

    def _argument(self):
        if self._peek(1) != ":":
            return None, self.value()
        label = self._next()
        self._next()
        return label, self.value()

    def _until(self, end, element):
        """Elements with commas between them, and the end."""
        elements = []
        while self._peek() != end:
            elements.append(element())
            if self._peek() == ",":
                self._next()
            elif self._peek() != end:
                raise ManifestError(f"unexpected {self._peek()!r} in the package's description")
        self._next()
        return elements

    def _peek(self, ahead=0):
        return self._tokens[self._at + ahead] if self._at + ahead < len(self._tokens) else ""

    def _next(self):
        if self._at >= len(self._tokens):
            raise ManifestError("the package's description has no end")
        self._at += 1
        return self._tokens[self._at - 1]


def targets(text):
    """The targets of a manifest, in its order."""
    _, found, description = text.partition("let package = ")
    if not found:
        raise ManifestError("no description of the package")
    products = dict(PRODUCT.findall(text))
    return [_target(call, products) for call in Parser(description).value().named("targets", [])]


def _target(call, products):
    if call.name not in MAKERS:
        raise ManifestError(f"{call.name} makes no target that is known")
    kind, base = MAKERS[call.name]
    plain = call.plain()
    name = call.named("name") or plain[0]
    declared = call.named("dependencies") or next((value for value in plain if isinstance(value, list)), [])
    return Target(name, kind, call.named("path") or base + name, tuple(_name(each, products) for each in declared))


def _name(dependency, products):
    """The name of the target or product that is depended on."""
    if isinstance(dependency, str):
        return dependency
    if dependency.name in products:
        return products[dependency.name]
    if dependency.name in ("ofDesktop", "ofPostgres"):
        return dependency.plain()[0]
    raise ManifestError(f"{dependency.name} is no product that is known")
