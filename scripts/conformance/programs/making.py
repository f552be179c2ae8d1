"""What several programs of this folder have the service make: versions of datasets, and checkpoints."""

import base64
import io
import json
import tarfile
import tempfile
import time
from pathlib import Path

import requests
from promises import ENTITY, KEY, URL, ask, download, equal

QUESTIONS = ["When do you open?", "Are you open today?", "What are your hours?", "Is the shop open now?"]
ROWS = [
    {"messages": [{"role": "user", "content": q}, {"role": "assistant", "content": "We never close."}]}
    for q in QUESTIONS * 4
]


def a_version(project: str, kind: str, rows: list) -> str:
    """A dataset of an uploaded file, with its first version; gives the path of its exports, which ends where the format follows."""
    lines = "\n".join(map(json.dumps, rows)).encode()
    answer = requests.post(
        f"{URL}/api/v1/files",
        headers={"Authorization": f"Bearer {KEY}"},
        data={"purpose": "fine-tune", "project_id": project},
        files={"file": ("rows.jsonl", lines)},
        timeout=60,
    )
    equal(answer.status_code, 200)
    recipe = {"sources": [{"kind": "upload", "file_id": answer.json()["id"]}], "split": {"held_out": 0.3}}
    made = ask("POST", "/datasets", {"project_id": project, "name": f"of-{kind}", "kind": kind, "recipe": recipe})
    path = f"/datasets/{made['dataset']['id']}/versions"
    ask("POST", path, {"project_id": project})
    return f"{path}/v0/export?project_id={project}&format="


def a_checkpoint(project: str, name: str, training: dict) -> tuple[str, Path]:
    """Registers a model, trains it, and unpacks its newest checkpoint. Answers its reference and that folder."""
    model = ask(
        "POST",
        "/v1/preview/models",
        {"entity": ENTITY, "project": project, "name": name, "base_model": "spindle-mini", "training": training},
    )
    data = "".join(json.dumps(row) + "\n" for row in ROWS)
    job = ask(
        "POST",
        "/v1/preview/sft-training-jobs",
        {
            "model_id": model["id"],
            "training_data_url": "data:application/jsonl;base64," + base64.b64encode(data.encode()).decode(),
            "config": {"batch_size": 2, "learning_rate": 5e-4},
        },
    )
    path = f"/v1/preview/training-jobs/{job['id']}"
    while (state := ask("GET", path)["status"]) not in ("COMPLETED", "FAILED", "CANCELLED"):
        time.sleep(0.5)
    equal(state, "COMPLETED")
    folder = unpacked(f"/v1/preview/models/{model['id']}/checkpoints/1/download")
    found = [file.parent for name in ("adapter_config.json", "config.json") for file in folder.rglob(name)]
    return f"wandb-artifact:///{ENTITY}/{project}/{name}", found[0]


def unpacked(path: str) -> Path:
    """The folder of an archive that the service gives."""
    folder = Path(tempfile.mkdtemp(prefix="spindle-conformance-"))
    with tarfile.open(fileobj=io.BytesIO(download(path))) as archive:
        archive.extractall(folder, filter="data")
    return folder
