"""`schemathesis`, as published: requests made from the OpenAPI document, answers held against it."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from promises import KEY, URL, promise

# Whoever follows a stream waits for what happens; a body of the front server's own is read in the gate of `npm test`.
STREAMS = r"/(stream|live)$"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def run() -> tuple[int, str]:
    program = Path(sys.executable).with_name("st")
    found = subprocess.run(
        [program, "run", f"{URL}/api/openapi.json", "--header", f"Authorization: Bearer {KEY}"]
        + ["--exclude-path-regex", STREAMS, "--phases", "examples,coverage", "--checks", CHECKS]
        + ["--max-examples", "2", "--seed", "1", "--request-timeout", "30", "--suppress-health-check", "all"],
        capture_output=True,
        text=True,
        cwd=tempfile.mkdtemp(prefix="spindle-conformance-"),  # it keeps notes where it runs
    )
    print(found.stdout, found.stderr)
    return found.returncode, found.stdout


with promise("generated requests over every operation: no server error, and only statuses, types and bodies that are declared"):
    code, output = run()
    cases = re.search(r"(\d+) generated", output)
    if code != 0 or cases is None or int(cases[1]) < 1000:
        failures = output.partition("FAILURES")[2] or output
        raise AssertionError(" ".join(failures.split())[:600])
