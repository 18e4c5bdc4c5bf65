"""The server's API as a small client speaks it, one connection for each request."""

import contextlib
import http.client
import json
import socket
import urllib.parse


class Refused(Exception):
    """An answer that is no success."""

    def __init__(self, status, body, retry_after=None):
        super().__init__(f"status {status}: {body}")
        self.status, self.retry_after = status, retry_after


# What a client meets that tries again: no connection, one that is cut, an answer that is none.
UNREACHABLE = (OSError, http.client.HTTPException)


def connection(url, seconds=15):
    """A connection with a server, and a bound for each of its waits."""
    return http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=seconds)


def call(url, method, path, body=None, token=None, headers=(), seconds=15):
    """One request.

    Returns: the answer's status and its JSON.
    Raises: Refused; what UNREACHABLE names.
    """
    head = {"Content-Type": "application/json", "Connection": "close", **dict(headers)}
    if token:
        head["Authorization"] = f"Bearer {token}"
    with contextlib.closing(connection(url, seconds)) as one:
        one.request(method, path, None if body is None else json.dumps(body), head)
        answer = one.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise Refused(answer.status, text.decode("utf-8", "replace"), answer.getheader("Retry-After"))
        return answer.status, json.loads(text) if text else None


def log_in(url, email, password):
    """A session.

    Returns: its token, and the account's id.
    """
    _, answer = call(url, "POST", "/v1/sessions", {"email": email, "password": password}, seconds=30)
    return answer["token"], answer["account"]["id"]


def inbox(url, token):
    """All items of the user's inbox, page by page."""
    items = []
    while True:
        after = items[-1]["sequence"] if items else 0
        _, page = call(url, "GET", f"/v1/inbox?after={after}&limit=500", token=token, seconds=30)
        if not page["items"]:
            return items
        items += page["items"]


def is_open(port):
    """Whether somebody listens."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
