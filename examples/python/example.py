"""Records a call, puts it before people, asks a model, and trains one: Spindle from Python with the standard library alone.

    SPINDLE_API_KEY=... python3 example.py
"""

import datetime
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("SPINDLE_URL", "http://127.0.0.1:3000")
KEY = os.environ["SPINDLE_API_KEY"]
PROJECT = os.environ.get("SPINDLE_PROJECT", "local/playground")
ENTITY, NAME = PROJECT.split("/")


class SpindleError(Exception):
    """An answer other than 200; `problems` says which fields of a 422 are wrong."""

    def __init__(self, status, body):
        detail = body.get("detail", body)
        super().__init__(f"The service answered {status}: {detail}")
        self.status = status
        self.problems = detail if isinstance(detail, list) else []


def open_request(method, path, body=None):
    request = urllib.request.Request(
        f"{URL}/api{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        return urllib.request.urlopen(request, timeout=600)
    except urllib.error.HTTPError as error:
        raise SpindleError(error.code, json.load(error)) from None


def call(method, path, body=None):
    with open_request(method, path, body) as response:
        return json.load(response)


def record_call(question, answer):
    call_id = str(uuid.uuid4())
    now = datetime.datetime.now(datetime.timezone.utc)
    recorded = {
        "id": call_id,
        "trace_id": str(uuid.uuid4()),
        "thread_id": "python-conversation",
        "turn_id": call_id,
        "op_name": "answer_question",
        "started_at": now.isoformat(),
        "ended_at": (now + datetime.timedelta(milliseconds=1250)).isoformat(),
        "inputs": {"messages": [{"role": "user", "content": question}]},
        "output": {"role": "assistant", "content": answer},
    }
    answered = call("POST", f"/v2/{ENTITY}/{NAME}/calls/complete", {"batch": [recorded]})
    if answered.get("errors"):
        raise RuntimeError(answered["errors"][0]["error"])
    return call_id


def queue_for_people(call_id):
    call(
        "POST",
        "/feedback/create",
        {
            "project_id": PROJECT,
            "weave_ref": f"weave:///{PROJECT}/call/{call_id}",
            "feedback_type": "wandb.note.1",
            "payload": {"note": "Checked by the nightly script"},
        },
    )
    queue = call(
        "POST", "/annotation_queues", {"project_id": PROJECT, "name": "From Python", "scorer_refs": []}
    )
    call(
        "POST",
        f"/annotation_queues/{queue['id']}/items",
        {"project_id": PROJECT, "call_ids": [call_id], "display_fields": ["inputs.messages", "output"]},
    )
    return queue["id"]


def read_progress(queue_id):
    return call("POST", "/annotation_queues/stats", {"project_id": PROJECT, "queue_ids": [queue_id]})["stats"][0]


def chat(model, question):
    """Yields the reply as it comes."""
    body = {
        "model": model,
        "messages": [{"role": "user", "content": question}],
        "max_tokens": 20,
        "temperature": 0,
        "stream": True,
    }
    with open_request("POST", "/v1/chat/completions", body) as response:
        for line in response:
            data = line.decode().removeprefix("data: ").strip()
            if data and data != "[DONE]":
                yield json.loads(data)["choices"][0]["delta"].get("content") or ""


def follow(job_id):
    """Yields the events of a job until it has ended."""
    after = None
    while True:
        query = f"?{urllib.parse.urlencode({'after': after})}" if after else ""
        page = call("GET", f"/v1/preview/training-jobs/{job_id}/events{query}")
        for event in page["data"]:
            yield event
            if event["type"] in ("training_ended", "training_failed"):
                return
        after = page["last_id"] or after
        if not page["has_more"]:
            time.sleep(0.5)


def train():
    model = call(
        "POST",
        "/v1/preview/models",
        {"entity": ENTITY, "project": NAME, "name": "python", "base_model": "spindle-mini", "return_existing": True},
    )
    row = {"messages": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Good day."}]}
    rows = (json.dumps(row) + "\n") * 16
    job = call(
        "POST",
        "/v1/preview/sft-training-jobs",
        {
            "model_id": model["id"],
            "training_data_url": "data:," + urllib.parse.quote(rows),
            "config": {"batch_size": 4, "learning_rate": 2e-3},
        },
    )
    for event in follow(job["id"]):
        if event["type"] == "gradient_step":
            print(f"Step {event['data']['gradient_step']}: loss {event['data']['loss']:.3f}")
        if event["type"] == "training_failed":
            raise RuntimeError(event["data"]["error_message"])
    return f"wandb-artifact:///{ENTITY}/{NAME}/{model['name']}"


if __name__ == "__main__":
    queue_id = queue_for_people(record_call("Where is my parcel?", "It arrives tomorrow."))
    progress = read_progress(queue_id)
    print(f"{progress['completed_items']} of {progress['total_items']} annotated in queue {queue_id}")
    print("spindle-mini says:", "".join(chat("spindle-mini", "respond with one of yes, no, maybe")))
    print("The trained model says:", "".join(chat(train(), "Hello")))
