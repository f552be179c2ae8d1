"""
What is written into folders: snapshots, which Spindle's other engine reads too, and policies as others load them. The caller makes
folders whole or not at all.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from peft import PeftModel
from peft.utils import get_peft_model_state_dict
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import nn

from .adamw import AdamW
from .errors import CorruptFiles
from .policy import ADAPTER_WEIGHTS, read_json

STATE_FILE = "state.safetensors"
SUMMARY_FILE = "snapshot.json"
FORMAT = 1
CHUNK_BYTES = 2**24
TEXT_FILES = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
    "merges.txt",
    "chat_template.jinja",
    "chat_template.json",
    "generation_config.json",
)


def write_snapshot(folder: Path, names: list[str], optimizer: AdamW, updates: int) -> None:
    state = {name: _on_cpu(tensor) for name, tensor in _state(names, optimizer)}
    save_file(state, str(folder / STATE_FILE), metadata={"format": "pt"})
    summary = {
        "format": FORMAT,
        "updates": updates,
        "optimizerSteps": optimizer.steps,
        "sha256": _hash_of(folder / STATE_FILE),
    }
    (folder / SUMMARY_FILE).write_text(json.dumps(summary, indent=2) + "\n", "utf-8")


def read_snapshot(folder: Path, names: list[str], optimizer: AdamW) -> int:
    """Takes the state of a snapshot and answers its updates. Refuses before anything is changed."""
    if not (folder / STATE_FILE).is_file() or not (folder / SUMMARY_FILE).is_file():
        raise CorruptFiles(f"{folder.name} is not a whole snapshot")
    summary = read_json(folder / SUMMARY_FILE)
    if summary.get("format") != FORMAT:
        raise CorruptFiles(f"{SUMMARY_FILE} of {folder.name} has not format {FORMAT}")
    if _hash_of(folder / STATE_FILE) != summary.get("sha256"):
        raise CorruptFiles(f"{STATE_FILE} of {folder.name} has changed since it was written")
    targets = dict(_state(names, optimizer))
    with _opened(folder / STATE_FILE) as file:
        if set(file.keys()) != set(targets):
            raise CorruptFiles(f"{STATE_FILE} of {folder.name} is of another model or method")
        for name, target in targets.items():
            if file.get_slice(name).get_shape() != list(target.shape):
                raise CorruptFiles(f"{STATE_FILE} of {folder.name}: {name} has another shape")
        with torch.no_grad():
            for name, target in targets.items():
                target.copy_(file.get_tensor(name))
    optimizer.steps = int(summary["optimizerSteps"])
    return int(summary["updates"])


def export_adapter(folder: Path, model: PeftModel, base: str) -> None:
    tensors = {name: _on_cpu(tensor) for name, tensor in get_peft_model_state_dict(model).items()}
    save_file(tensors, str(folder / ADAPTER_WEIGHTS), metadata={"format": "pt"})
    config = model.peft_config["default"]
    kept = config.base_model_name_or_path, config.inference_mode
    config.base_model_name_or_path, config.inference_mode = base, True
    try:
        config.save_pretrained(str(folder))
    finally:
        config.base_model_name_or_path, config.inference_mode = kept


def export_model(folder: Path, model: nn.Module, source: Path) -> None:
    """Weights as they are trained, in float32, and what else the source says of the model and its text."""
    model.save_pretrained(str(folder))
    fields: dict[str, Any] = {**read_json(source / "config.json"), "torch_dtype": "float32"}
    fields.pop("dtype", None)
    (folder / "config.json").write_text(json.dumps(fields, indent=2) + "\n", "utf-8")
    for name in TEXT_FILES:
        if (source / name).is_file():
            shutil.copyfile(source / name, folder / name)


def _state(names: list[str], optimizer: AdamW) -> Iterator[tuple[str, torch.Tensor]]:
    parts = {
        "weight": optimizer.parameters,
        "first_moment": optimizer.first,
        "second_moment": optimizer.second,
    }
    for part, tensors in parts.items():
        for name, tensor in zip(names, tensors, strict=True):
            yield f"{part}/{name}", tensor


def _on_cpu(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().to("cpu", torch.float32).contiguous()


def _opened(path: Path):
    try:
        return safe_open(str(path), framework="pt", device="cpu")
    except SafetensorError as error:
        raise CorruptFiles(f"{path.name} is no safetensors file: {error}") from error


def _hash_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()
