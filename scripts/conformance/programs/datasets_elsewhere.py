"""`datasets` and `pyarrow`, as published, on what a version of a dataset of each kind exports."""

import io
import json
import os
import tempfile

import datasets
import pyarrow.parquet
from making import a_version, unpacked
from promises import ENTITY, download, equal, own, promise

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


def said(role: str, text: str) -> list:
    return [{"role": role, "content": text}]


def asked(at: int) -> dict:
    return {"prompt": said("user", f"Where is parcel {at}? Ünïcode 🙂")}


# One of each kind beside talks, with what is its own: whole and broken numbers, truth, texts, and what only some rows have.
OTHERS = {
    "preference": lambda at: {
        **asked(at),
        "chosen": said("assistant", f"It comes on day {at}."),
        "rejected": said("assistant", "Who knows?"),
        "margin": 1 + at % 2,
    },
    "kto": lambda at: {**asked(at), "completion": said("assistant", f"On day {at}."), "label": at % 3 == 0},
    "reward": lambda at: {**asked(at), "completion": said("assistant", f"On day {at}."), "reward": at / 8 - 1},
    "prompts": lambda at: {**asked(at), **({"reference": f"Day {at}"} if at % 2 else {}), "level": at},
    "eval": lambda at: {**asked(at), "reference": f"Day {at}", "topic": "parcels"},
}


def read_from(folder: str) -> datasets.DatasetDict:
    return datasets.load_dataset(folder, cache_dir=tempfile.mkdtemp())


def texts(row: dict) -> list:
    return [message["content"] for message in row["messages"]]


with promise("a dataset of an uploaded file is made over the API"):
    export = a_version(PROJECT, "sft", ROWS)

with promise("a version as Parquet is a table with messages as lists of structures, value by value"):
    table = pyarrow.parquet.read_table(io.BytesIO(download(f"{export}parquet"))).to_pylist()
    equal([texts(row) for row in table], [texts(row) for row in ROWS])
    equal(json.loads(table[-1]["tools"]), TOOLS)
    equal(json.loads(table[-1]["messages"][1]["tool_calls"]), CALLED)
    equal({row["weight"] for row in table}, {1.0})

with promise("a version as a folder is what load_dataset reads, with its splits and no other configuration"):
    folder = str(unpacked(f"{export}hf"))
    equal(sorted(os.listdir(folder)), ["README.md", "data"])
    read = read_from(folder)
    equal(sorted(read), ["test", "train"])
    held = [row for row in table if row["split"] == "held_out"]
    equal([texts(row) for row in read["test"]], [texts(row) for row in held])
    equal(len(read["train"]) + len(held), len(ROWS))

with promise("rows for OpenAI have messages and tools, and nothing else"):
    for split in ("train", "held_out"):
        lines = download(f"{export}openai&split={split}").decode().splitlines()
        rows = [json.loads(line) for line in lines]
        equal([texts(row) for row in rows], [texts(row) for row in table if row["split"] == split])
        equal({key for row in rows for key in row} - {"tools"}, {"messages"})

for kind, row_at in OTHERS.items():
    with promise(f"a version of kind {kind}: pyarrow and load_dataset read each column of it, value by value"):
        given = [row_at(at) for at in range(20)]
        export = a_version(PROJECT, kind, given)
        table = pyarrow.parquet.read_table(io.BytesIO(download(f"{export}parquet"))).to_pylist()
        columns = sorted({name for row in given for name in row})
        equal([{name: row[name] for name in columns} for row in table], [{name: row.get(name) for name in columns} for row in given])
        read = read_from(str(unpacked(f"{export}hf")))
        # What is only measured by is never trained on.
        equal(sorted(read), ["test"] if kind == "eval" else ["test", "train"])
        for split, name in (("train", "train"), ("held_out", "test")):
            equal(list(read.get(name, [])), [row for row in table if row["split"] == split])
