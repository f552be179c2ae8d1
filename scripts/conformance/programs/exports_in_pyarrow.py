"""`pyarrow`, as published, on what a queue exports and on what the service streams as lines."""

import io
import json

import pyarrow.csv
import pyarrow.json
from promises import ENTITY, ask, ask_lines, download, equal, own, promise

PROJECT = f"{ENTITY}/{own('exports-python')}"
TEXTS = ['plain', 'with "quotes", commas\nand lines', "Ünïcode 🙂", "=1+1", ""]


def answered_queue() -> str:
    calls = [
        {
            "project_id": PROJECT,
            "id": f"call-{at}",
            "trace_id": f"trace-{at}",
            "op_name": "chat",
            "started_at": "2026-01-01T12:00:00Z",
            "ended_at": "2026-01-01T12:00:01Z",
            "attributes": {},
            "inputs": {"question": text},
            "output": text,
            "summary": {},
        }
        for at, text in enumerate(TEXTS)
    ]
    ask("POST", f"/v2/{PROJECT}/calls/complete", {"batch": calls})
    spec = ask(
        "POST",
        "/obj/create",
        {
            "obj": {
                "project_id": PROJECT,
                "object_id": "comment",
                "builtin_object_class": "AnnotationSpec",
                "val": {"name": "Comment", "field_schema": {"type": "string"}},
            }
        },
    )
    reference = f"weave:///{PROJECT}/object/comment:{spec['digest']}"
    queue = ask("POST", "/annotation_queues", {"project_id": PROJECT, "name": "Comments", "scorer_refs": [reference]})["id"]
    ask("POST", f"/annotation_queues/{queue}/items", {"project_id": PROJECT, "call_ids": [call["id"] for call in calls], "display_fields": ["output"]})
    held = ask("POST", f"/annotation_queues/{queue}/items/reserve", {"project_id": PROJECT, "count": len(calls)})
    for item in [one["item"] for one in held["reserved"]]:
        at = int(item["call_id"].removeprefix("call-"))
        feedback = {
            "project_id": PROJECT,
            "feedback_type": "wandb.annotation.comment",
            "annotation_ref": reference,
            "weave_ref": f"weave:///{PROJECT}/call/{item['call_id']}",
            "payload": {"value": TEXTS[at] or "(nothing)"},
        }
        ask("POST", f"/annotation_queues/{queue}/items/{item['id']}/answer", {"project_id": PROJECT, "annotation_state": "completed", "feedback": [feedback]})
    return queue


EXPECTED = sorted(text or "(nothing)" for text in TEXTS)

with promise("a queue of answers is made over the API"):
    queue = answered_queue()

with promise("its answers as JSON Lines are a table, value by value"):
    lines = download(f"/annotation_queues/{queue}/answers?project_id={PROJECT}&format=jsonl")
    table = pyarrow.json.read_json(io.BytesIO(lines))
    equal(sorted(value["Comment"] for value in table["values"].to_pylist()), EXPECTED)
    equal(set(table["state"].to_pylist()), {"completed"})

with promise("the same as CSV"):
    text = download(f"/annotation_queues/{queue}/answers?project_id={PROJECT}&format=csv")
    table = pyarrow.csv.read_csv(io.BytesIO(text), parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True))
    # A text that a spreadsheet would run begins with an apostrophe.
    equal(sorted(table["Comment"].to_pylist()), sorted("'=1+1" if text == "=1+1" else text for text in EXPECTED))

with promise("calls as lines are a table, with texts as they were sent"):
    calls = ask_lines("/calls/stream_query", {"project_id": PROJECT, "columns": ["id", "output"]})
    table = pyarrow.json.read_json(io.BytesIO("\n".join(map(json.dumps, calls)).encode()))
    equal(sorted(table["output"].to_pylist()), sorted(TEXTS))
