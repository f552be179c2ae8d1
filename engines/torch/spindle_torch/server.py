"""
The port over HTTP on loopback: `POST /v1/<operation>` with a body as `wire.py` says, a bearer token, and a session that its owner
keeps alive.

A call that names a handle says its number (`X-Spindle-Sequence`), which counts up by one. A number that comes again is given the answer
that it had, so that a call which is repeated because its answer was lost takes no second step. What a sampler says comes as lines of
`/v1/sampler_events`, each a step of all its rows.
"""

import hmac
import json
import queue
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from . import wire
from .engine import Engine
from .errors import NotFound, Refusal

MAX_BODY_BYTES = 2**30
STATUSES = {"corrupt": 422, "missing": 404, "unknown": 404, "unsupported": 422, "sequence": 409, "fault": 500}
PREFIX = "/v1/"
EVENTS = "sampler_events"
KEEP_ALIVE_SECONDS = 5


def serve(engine: Engine, token: str, port: int = 0) -> ThreadingHTTPServer:
    handler = type("Handler", (_Handler,), {"engine": engine, "token": token})
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="http", daemon=True).start()
    return server


class _Handler(BaseHTTPRequestHandler):
    engine: Engine
    token: str
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_POST(self) -> None:
        try:
            body = self._read()
            if not hmac.compare_digest(self.headers.get("Authorization", ""), f"Bearer {self.token}"):
                self._answer(
                    401,
                    *wire.encode({"error": {"kind": "token", "message": "The token is not this server's"}}),
                )
                return
            fields, arrays = wire.decode(self.headers.get("Content-Type", ""), body)
            operation = self.path.removeprefix(PREFIX)
            if operation == EVENTS:
                self._stream(self.engine.events(self._session(), fields))
                return
            reply = self.engine.call(self._session(), operation, self._sequence(), (fields, arrays))
            self._answer(200, *reply)
        except Refusal as error:
            self._fail(error.kind, str(error))
        except Exception as error:
            traceback.print_exc()
            self._fail("fault", f"{type(error).__name__}: {error}"[:500])

    def _read(self) -> bytes:
        length = int(self.headers.get("Content-Length", "0"))
        if not self.path.startswith(PREFIX) or length > MAX_BODY_BYTES:
            self.close_connection = True
            raise NotFound("There is no such operation, or its body is too long")
        return self.rfile.read(length)

    def _session(self) -> str:
        return self.headers.get("X-Spindle-Session", "")

    def _sequence(self) -> int | None:
        number = self.headers.get("X-Spindle-Sequence")
        return None if number is None else int(number)

    def _fail(self, kind: str, message: str) -> None:
        self._answer(STATUSES.get(kind, 500), *wire.encode({"error": {"kind": kind, "message": message}}))

    def _answer(self, status: int, content_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def _stream(self, events: "queue.Queue[list[dict[str, Any]] | None]") -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        while True:
            try:
                found = events.get(timeout=KEEP_ALIVE_SECONDS)
            except queue.Empty:
                found = []
            if found is None:
                self.wfile.write(b"0\r\n\r\n")
                self.wfile.flush()
                return
            line = json.dumps(found).encode() + b"\n"
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()

    def log_message(self, *args: object) -> None:
        """Nothing: each call would be a line."""
