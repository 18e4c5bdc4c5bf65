"""Compares what was acknowledged with what is stored, and that with what has come to devices."""

from collections import Counter


def verdict(acknowledged, stored, devices=None):
    """What is wrong, by kind; an empty dictionary when nothing is.

    acknowledged: ids and texts of pushes whose senders were told that they are stored, those of each sender in the order of sending.
    stored: numbers, ids and texts of the inbox as the server has it.
    devices: by name, numbers and ids in the order in which they came.
    """
    numbers = [number for number, _, _ in stored]
    ids = {push for _, push, _ in stored}
    texts = Counter(text for _, _, text in stored)
    found = {
        "lost": [text for push, text in acknowledged if push not in ids],
        "twice": sorted(text for text, count in texts.items() if count > 1),
        "gaps": sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers)),
        "out of order": out_of_order(stored),
    }
    expected = [(number, push) for number, push, _ in stored]
    for name, came in (devices or {}).items():
        if came != expected:
            found[f"device {name}"] = differences(expected, came)
    return {kind: what for kind, what in found.items() if what}


def out_of_order(stored):
    """Texts that are stored before an earlier one of their sender."""
    highest, late = {}, []
    for _, _, text in sorted(stored):
        sender, _, number = text.rpartition(" ")
        if int(number) < highest.get(sender, 0):
            late.append(text)
        highest[sender] = max(highest.get(sender, 0), int(number))
    return late


def differences(expected, came):
    """In what a device differs from the inbox."""
    counts = Counter(came)
    return [
        *(f"lacks {number}" for number, push in expected if (number, push) not in counts),
        *(f"has {number} {count} times" for (number, _), count in counts.items() if count > 1),
        *(f"has another {number}" for number, push in sorted(set(came) - set(expected))),
        *(["has them in another order"] if [number for number, _ in came] != sorted(number for number, _ in came) else []),
    ]


def told(found):
    """A verdict in one line."""
    if not found:
        return "0 lost, 0 twice, 0 gaps, in order"
    return "; ".join(f"{kind}: {len(what)} ({', '.join(map(str, what[:3]))}…)" for kind, what in found.items())
