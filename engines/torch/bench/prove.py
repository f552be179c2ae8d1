"""
The engine against TRL, transformers and peft on this machine: the same data, batch, length, adapter and numbers.

python -m bench.prove [--tiny] [--shapes 0.5B,1.5B,8B] --out <folder> [--document docs/benchmarks.md]

Writes `results.json` and `section.md` into the folder, and the section into the document, in the place of an older one.
"""

import argparse
import gc
import importlib.metadata
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import torch

from bench import ours
from bench.client import RemoteTrainer, Server, sample_all
from bench.data import FULL, TINY, Plan, batch
from bench.section import put_section, section_of
from bench.shapes import write_model

PACKAGES = ("torch", "transformers", "peft", "trl", "safetensors")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--shapes", default="0.5B,1.5B,8B")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--document", type=Path)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    results = {"machine": machine(device), "shapes": {}}
    for shape in ["tiny"] if asked.tiny else asked.shapes.split(","):
        results["shapes"][shape] = prove(shape, TINY if shape == "tiny" else FULL, device)
        (asked.out / "results.json").write_text(json.dumps(results, indent=1))
        (asked.out / "section.md").write_text(section_of(results))
        print(json.dumps({shape: results["shapes"][shape]}), flush=True)
    problems = [facts["theirs"]["problem"] for facts in results["shapes"].values() if "problem" in facts["theirs"]]
    if problems:
        sys.exit("\n".join(problems))
    if asked.document:
        put_section(asked.document, section_of(results))


def machine(device: str) -> dict:
    return {
        "device": torch.cuda.get_device_name() if device == "cuda" else platform.processor() or platform.machine(),
        "date": time.strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "packages": {name: importlib.metadata.version(name) for name in PACKAGES},
    }


def prove(shape: str, plan: Plan, device: str) -> dict:
    dtype = "bfloat16" if device == "cuda" else "float32"
    with tempfile.TemporaryDirectory() as folder:
        model, adapter = Path(folder) / "model", Path(folder) / "adapter"
        write_model(shape, model, device, getattr(torch, dtype))
        gc.collect()
        if device == "cuda":
            torch.cuda.empty_cache()
        facts = {"dtype": dtype, "rows": plan.rows, "length": plan.length, "rank": plan.rank, "steps": plan.steps}
        facts["ours"] = run_ours(str(model), adapter, plan, dtype)
        facts["theirs"] = run_theirs(model, adapter, "tiny" if shape == "tiny" else "full", device, dtype)
        shutil.rmtree(model)
    return facts


def run_ours(model: str, adapter: Path, plan: Plan, dtype: str) -> dict:
    server = Server(["--dtype", dtype])
    vocab = json.loads((Path(model) / "config.json").read_text())["vocab_size"]
    found = {}
    try:
        trainer = RemoteTrainer(server, model, plan.method, plan.rows * plan.length)
        adapter.mkdir()
        trainer.call("export_policy", {"folder": str(adapter)})
        start = adapter.parent / "start"
        start.mkdir()
        trainer.call("snapshot", {"folder": str(start)})
        for name, steps in {"sft": ours.sft, "dpo": ours.dpo, "grpo": ours.grpo}.items():
            trainer.call("restore", {"folder": str(start)})
            server.call("memory", {})
            found[name] = steps(trainer, plan, vocab)
            found[name]["peak_bytes"] = server.call("memory", {})[0]["peak_bytes"]
        trainer.call("restore", {"folder": str(start)})
        again = ours.sft(trainer, replace(plan, steps=3), vocab)["losses"]
        found["repeats_to_the_bit"] = again == found["sft"]["losses"][:3]
        trainer.close()
        rows = [row[: plan.length // 4].tolist() for row in batch(plan, 0, vocab)]
        each = plan.samples // plan.rows
        sample_all(server, model, rows[:1], 2, 4)
        server.call("memory", {})
        found["sampling"] = sample_all(server, model, rows, each, plan.sample_tokens)
        found["sampling"]["peak_bytes"] = server.call("memory", {})[0]["peak_bytes"]
    finally:
        server.stop()
    return found


def run_theirs(model: Path, adapter: Path, plan: str, device: str, dtype: str) -> dict:
    out = model.parent / "theirs.json"
    command = [sys.executable, "-m", "bench.theirs", str(model), str(adapter), plan, device, dtype, str(out)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600)
    found = json.loads(out.read_text()) if out.exists() else {}
    return found if ended.returncode == 0 else {**found, "problem": ended.stderr[-2000:]}


if __name__ == "__main__":
    main()
