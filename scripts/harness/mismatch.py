"""The one error of a step that did not do what it should."""


class Mismatch(Exception):
    """Says what was expected and what came instead."""

    def __init__(self, expected, came):
        super().__init__(f"expected {expected}\n    came {came}")


def expect(condition, expected, came):
    """Raises a Mismatch unless the condition holds."""
    if not condition:
        raise Mismatch(expected, came)
