"""What a program of this folder shares with the others: how it says what it saw, and how it reaches the service."""

import base64
import json
import os
import sys
import traceback
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

URL = os.environ["SPINDLE_URL"]
KEY = os.environ["SPINDLE_API_KEY"]
ENTITY = os.environ["SPINDLE_ENTITY"]
# Names of this run alone: the same service may be driven again.
_RUN = os.environ["SPINDLE_RUN"]

# Libraries print what they like; the lines below are for the program that reads them alone.
_report = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def own(name: str) -> str:
    """A name that no other run has, for a project or a model."""
    return f"{name}-{_RUN}"


@contextmanager
def promise(name: str) -> Iterator[None]:
    """A promise is kept when its block ends without an exception; the next one is tried in any case."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever a client raises is the finding
        traceback.print_exc()
        _say(name, f"{type(error).__name__}: {error}"[:600])
    else:
        _say(name, None)


def _say(name: str, problem: str | None) -> None:
    _report.write(json.dumps({"promise": name, "problem": problem}) + "\n")
    _report.flush()


def ask(method: str, path: str, body: object = None) -> object:
    """A plain request, for what the client under test does not do itself."""
    return json.loads(_send(method, path, body))


def ask_lines(path: str, body: object) -> list:
    """The same for an answer that has one JSON value a line."""
    return [json.loads(line) for line in _send("POST", path, body).splitlines()]


def download(path: str) -> bytes:
    return _send("GET", path, None)


def _send(method: str, path: str, body: object) -> bytes:
    request = urllib.request.Request(
        f"{URL}/api{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": _authorization(path), "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path} answered {error.code}: {error.read(500).decode()}") from error


def _authorization(path: str) -> str:
    """Threads are asked with Basic alone and the routes below /v1 with a bearer alone; all others take both."""
    if path.startswith("/v1/"):
        return f"Bearer {KEY}"
    return "Basic " + base64.b64encode(f"api:{KEY}".encode()).decode()


def equal(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r} is not {wanted!r}")


def near(found: float, wanted: float, tolerance: float) -> None:
    if not abs(found - wanted) <= tolerance:
        raise AssertionError(f"{found} is not within {tolerance} of {wanted}")


if sys.version_info < (3, 11):
    sys.exit("These programs need Python 3.11 or newer.")
