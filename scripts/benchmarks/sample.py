"""The tasks that are measured with: the same for every program and in every run."""

import datetime
import random
import uuid

FIRST_ENTRY = datetime.datetime(2026, 1, 1)
FIRST_DUE = datetime.datetime(2030, 1, 1)
# The dates lie within a hundred days, spread by a prime number of seconds.
DUE_SPAN, DUE_STEP = 8_640_000, 7919
PROJECTS = ["home", "work.report", "garden"]
# As many tasks have this word in every sample, so that a search for it finds as many.
RARE_WORD, RARE_COUNT = "needle", 20
# The same of a word that many tasks have, as far as there are so many.
COMMON_WORD, COMMON_COUNT = "haystack", 1_000


def _date(date):
    return date.strftime("%Y%m%dT%H%M%SZ")


def sample(count):
    """So many open tasks as `task import` of Taskwarrior takes them: half have a date, some tags and priorities."""
    generator = random.Random(2026)
    return [_task(index, str(uuid.UUID(int=generator.getrandbits(128), version=4))) for index in range(count)]


def _task(index, identifier):
    words = (f" {RARE_WORD}" if index < RARE_COUNT else "") + (f" {COMMON_WORD}" if index < COMMON_COUNT else "")
    task = {
        "uuid": identifier,
        "description": f"Task number {index}: call about the report of week {index % 52}{words}",
        "status": "pending",
        "entry": _date(FIRST_ENTRY + datetime.timedelta(seconds=index)),
        "project": PROJECTS[index % len(PROJECTS)],
    }
    if index % 2 == 0:
        task["due"] = _date(FIRST_DUE + datetime.timedelta(seconds=index * DUE_STEP % DUE_SPAN))
    if index % 4 == 0:
        task["tags"] = ["errand"]
    if index % 5 == 0:
        task["priority"] = "H"
    return task


def calendar(task):
    """The task as an iCalendar file (RFC 5545), as todoman keeps it."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//vault//bench//EN", "BEGIN:VTODO", f"UID:{task['uuid']}",
        f"DTSTAMP:{task['entry']}", f"CREATED:{task['entry']}", f"SUMMARY:{task['description']}",
        f"CATEGORIES:{task['project']}",
    ]
    if "due" in task:
        lines.append(f"DUE:{task['due']}")
    if "priority" in task:
        lines.append("PRIORITY:1")
    return "\r\n".join([*lines, "END:VTODO", "END:VCALENDAR", ""])
