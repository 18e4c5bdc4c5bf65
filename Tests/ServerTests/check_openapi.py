#!/usr/bin/python3
"""Holds an OpenAPI 3.1 description against recorded answers of the server.

usage: check_openapi.py OPENAPI.yaml RECORDING.json

Every route of the server must be described and the other way round; every described status must have been answered, and
every answer must be described: its status, its required headers, its type, and its JSON by JSON Schema. Of an event stream, `x-events`
describes the data of each event by its name. Prints what differs, exits 1.
"""
import json
import sys

import jsonschema
import yaml


def resolve(document, node):
    """Follows `$ref` within the document."""
    while isinstance(node, dict) and "$ref" in node:
        target = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def operations(document):
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            yield (method.upper(), path), operation


def check_answer(document, sample, response):
    """What is wrong with one answer, as sentences."""
    response = resolve(document, response)
    for name, header in response.get("headers", {}).items():
        header = resolve(document, header)
        value = sample["headers"].get(name.lower())
        if value is None:
            if header.get("required"):
                yield f"lacks the header {name}"
        elif "pattern" in header["schema"]:
            jsonschema.validate(value, header["schema"])
    content = response.get("content")
    if content is None:
        if sample["body"]:
            yield "has a body that is not described"
        return
    media = sample["headers"].get("content-type", "").split(";")[0]
    if media not in content:
        yield f"has the undescribed type {media!r}"
        return
    if media.startswith("image/"):
        if not sample["body"]:
            yield "is an empty picture"
    elif media == "text/event-stream":
        yield from check_events(document, sample["body"], content[media]["x-events"])
    elif media == "application/json":
        yield from check_value(document, json.loads(sample["body"]), content[media]["schema"])


def check_value(document, value, schema):
    schema = {"$ref": schema["$ref"], "components": document["components"]}
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    for error in validator.iter_errors(value):
        yield error.message


def check_events(document, text, described):
    """Every event has a described name and data; every described one came."""
    seen = set()
    for block in text.strip("\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if not fields:
            continue
        seen.add(fields["event"])
        if fields["event"] not in described:
            yield f"has the undescribed event {fields['event']!r}"
        else:
            yield from check_value(document, json.loads(fields["data"]), described[fields["event"]])
    yield from (f"never had the event {name!r}" for name in sorted(described.keys() - seen))


def differences(document, recording):
    described = dict(operations(document))
    routes = {tuple(route) for route in recording["routes"]}
    yield from (f"{method} {path} is served but not described" for method, path in sorted(routes - described.keys()))
    yield from (f"{method} {path} is described but not served" for method, path in sorted(described.keys() - routes))
    answered = set()
    for sample in recording["samples"]:
        key, status = (sample["method"], sample["path"]), str(sample["status"])
        if key not in described:
            # A method that is not served: described once for all paths.
            response = document["components"]["responses"]["MethodNotAllowed"]
        elif status in described[key]["responses"]:
            answered.add((key, status))
            response = described[key]["responses"][status]
        else:
            yield f"{' '.join(key)} answered {status}, which is not described"
            continue
        yield from (f"{' '.join(key)} {status}: {text}" for text in check_answer(document, sample, response))
    for key, operation in described.items():
        for status in operation["responses"]:
            if status != "default" and (key, status) not in answered:
                yield f"{' '.join(key)} {status} is described but was never answered"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = yaml.safe_load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        recording = json.load(file)
    found = list(differences(document, recording))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
