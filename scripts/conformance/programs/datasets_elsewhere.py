"""`datasets` and `pyarrow`, as published, on what a version of a dataset exports."""

import io
import json
import os
import tarfile
import tempfile

import datasets
import pyarrow.parquet
import requests
from promises import ENTITY, KEY, URL, ask, download, equal, own, promise

PROJECT = f"{ENTITY}/{own('datasets-python')}"
TOOLS = [{"type": "function", "function": {"name": "track", "parameters": {"type": "object"}}}]
CALLED = [{"id": "c1", "type": "function", "function": {"name": "track", "arguments": '{"parcel": 0}'}}]
ROWS = [
    {
        "messages": [
            {"role": "system", "content": "You answer for a shop."},
            {"role": "user", "content": f"Where is parcel {at}? Ünïcode 🙂"},
            {"role": "assistant", "content": f"It comes on day {at}."},
        ]
    }
    for at in range(20)
]
ROWS.append(
    {
        "messages": [
            {"role": "user", "content": "And parcel 0?"},
            {"role": "assistant", "content": None, "tool_calls": CALLED},
            {"role": "tool", "content": "delivered", "tool_call_id": "c1"},
            {"role": "assistant", "content": "It was delivered."},
        ],
        "tools": TOOLS,
    }
)


def a_version() -> str:
    """A dataset of an uploaded file, with its first version; gives the path of its exports."""
    lines = "\n".join(map(json.dumps, ROWS)).encode()
    answer = requests.post(
        f"{URL}/api/v1/files",
        headers={"Authorization": f"Bearer {KEY}"},
        data={"purpose": "fine-tune", "project_id": PROJECT},
        files={"file": ("rows.jsonl", lines)},
        timeout=60,
    )
    equal(answer.status_code, 200)
    recipe = {"sources": [{"kind": "upload", "file_id": answer.json()["id"]}], "split": {"held_out": 0.3}}
    made = ask("POST", "/datasets", {"project_id": PROJECT, "name": "talks", "kind": "sft", "recipe": recipe})
    path = f"/datasets/{made['dataset']['id']}/versions"
    ask("POST", path, {"project_id": PROJECT})
    return f"{path}/v0/export?project_id={PROJECT}&format="


def texts(row: dict) -> list:
    return [message["content"] for message in row["messages"]]


with promise("a dataset of an uploaded file is made over the API"):
    export = a_version()

with promise("a version as Parquet is a table with messages as lists of structures, value by value"):
    table = pyarrow.parquet.read_table(io.BytesIO(download(f"{export}parquet"))).to_pylist()
    equal([texts(row) for row in table], [texts(row) for row in ROWS])
    equal(json.loads(table[-1]["tools"]), TOOLS)
    equal(json.loads(table[-1]["messages"][1]["tool_calls"]), CALLED)
    equal({row["weight"] for row in table}, {1.0})

with promise("a version as a folder is what load_dataset reads, with its splits and no other configuration"):
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(download(f"{export}hf"))) as archive:
            archive.extractall(folder, filter="data")
        equal(sorted(os.listdir(folder)), ["README.md", "data"])
        read = datasets.load_dataset(folder, cache_dir=os.path.join(folder, "cache"))
        equal(sorted(read), ["test", "train"])
        held = [row for row in table if row["split"] == "held_out"]
        equal([texts(row) for row in read["test"]], [texts(row) for row in held])
        equal(len(read["train"]) + len(held), len(ROWS))

with promise("rows for OpenAI have messages and tools, and nothing else"):
    rows = [json.loads(line) for line in download(f"{export}openai").decode().splitlines()]
    equal([texts(row) for row in rows], [texts(row) for row in ROWS])
    equal({key for row in rows for key in row}, {"messages", "tools"})
