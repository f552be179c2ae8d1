"""Reads a policy: a folder in Hugging Face layout, and a PEFT adapter on top of it where there is one."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors import SafetensorError
from torch import nn
from transformers import AutoConfig, AutoModelForCausalLM

from .errors import CorruptFiles, MissingFiles, UnsupportedModel
from .philox import uniforms

ADAPTER_SEED = 3407
ADAPTER_WEIGHTS = "adapter_model.safetensors"
ADAPTER_CONFIG = "adapter_config.json"


@dataclass(frozen=True)
class Place:
    """Where a model computes, and with which numbers."""

    device: torch.device
    dtype: torch.dtype
    """Of the products of matrices."""
    recomputes: bool
    """Whether the backward pass computes each layer's activations again instead of keeping them."""


@dataclass(frozen=True)
class Files:
    model: Path
    adapter: Path | None


def load_model(files: Files, place: Place, dtype: torch.dtype) -> nn.Module:
    """The base model, without the adapter."""
    config = read_config(files.model)
    try:
        model, report = AutoModelForCausalLM.from_pretrained(
            str(files.model),
            config=config,
            dtype=dtype,
            attn_implementation="sdpa",
            use_safetensors=True,
            trust_remote_code=False,
            local_files_only=True,
            output_loading_info=True,
        )
    except SafetensorError as error:
        raise CorruptFiles(f"The weights of {files.model.name} cannot be read: {error}") from error
    except (ValueError, RuntimeError, KeyError, OSError) as error:
        raise UnsupportedModel(f"{files.model.name} cannot be loaded: {first_line(error)}") from error
    if report["missing_keys"]:
        raise CorruptFiles(f"{files.model.name} lacks the weights {sorted(report['missing_keys'])[:3]}")
    return model.to(place.device).eval()


def read_config(folder: Path) -> Any:
    if not folder.is_dir():
        raise MissingFiles(f"The folder of the model {folder.name} is not on this machine")
    fields = read_json(folder / "config.json")
    if "auto_map" in fields:
        raise UnsupportedModel(f"{folder.name} needs code of its own (auto_map), which is never run here")
    if not any(folder.glob("*.safetensors")):
        raise MissingFiles(f"{folder.name} has no weights in safetensors files")
    try:
        config = AutoConfig.from_pretrained(str(folder), trust_remote_code=False, local_files_only=True)
    except (ValueError, KeyError, OSError) as error:
        raise UnsupportedModel(f"{folder.name} is no model that is known here: {first_line(error)}") from error
    # Training has to give the same bits when it is repeated; none of the port's methods has dropout.
    for name in list(vars(config)):
        if name.endswith(("dropout", "pdrop")):
            setattr(config, name, 0.0)
    return config


def merged_model(files: Files, place: Place) -> nn.Module:
    """Base and adapter in one, to sample from and to score with."""
    model = load_model(files, place, place.dtype)
    if files.adapter is not None:
        model = open_adapter(model, files.adapter, is_trained=False).merge_and_unload()
    return model.requires_grad_(False)


def full_model(files: Files, place: Place) -> nn.Module:
    """All weights to train, in float32; an adapter is merged first."""
    model = load_model(files, place, torch.float32)
    if files.adapter is not None:
        model = open_adapter(model, files.adapter, is_trained=False).merge_and_unload()
    return model.requires_grad_(True)


def lora_model(files: Files, place: Place, method: dict[str, Any]) -> PeftModel:
    """A base that stays, and an adapter to train, in float32: the given one, or a fresh one that changes nothing yet."""
    base = load_model(files, place, place.dtype)
    if files.adapter is None:
        return fresh_adapter(base, method)
    model = open_adapter(base, files.adapter, is_trained=True)
    config = model.peft_config["default"]
    wanted = (method["rank"], method["alpha"], sorted(method["targets"]))
    found = (config.r, config.lora_alpha, sorted(config.target_modules))
    if wanted != found:
        raise UnsupportedModel(
            f"The adapter has (rank, alpha, targets) {found}, but the method asks for {wanted}; train it as it was created"
        )
    return model


def fresh_adapter(base: nn.Module, method: dict[str, Any]) -> PeftModel:
    config = LoraConfig(
        r=method["rank"],
        lora_alpha=method["alpha"],
        target_modules=list(method["targets"]),
        lora_dropout=0.0,
        bias="none",
        task_type="CAUSAL_LM",
    )
    try:
        model = get_peft_model(base, config)
    except ValueError as error:
        raise UnsupportedModel(f"An adapter cannot be put there: {first_line(error)}") from error
    for name, parameter in model.named_parameters():
        if ".lora_A." in name:
            # PEFT's rule, Kaiming's with a = sqrt(5), with the numbers of Spindle's other engine.
            stream = plain_name(name).removesuffix(".weight")
            numbers = uniforms(ADAPTER_SEED, stream, parameter.numel())
            bound = 1 / parameter.shape[1] ** 0.5
            values = torch.from_numpy((2 * numbers - 1) * bound).reshape(parameter.shape)
            parameter.data.copy_(values.to(torch.float32))
    return model


def open_adapter(model: nn.Module, folder: Path, is_trained: bool) -> PeftModel:
    if not (folder / ADAPTER_WEIGHTS).is_file():
        raise MissingFiles(f"{ADAPTER_WEIGHTS} of {folder.name} is not on this machine")
    kind = read_json(folder / ADAPTER_CONFIG).get("peft_type")
    if kind != "LORA":
        raise UnsupportedModel(f"{ADAPTER_CONFIG} has peft_type {kind!r}; LORA is computed here")
    try:
        return PeftModel.from_pretrained(model, str(folder), is_trainable=is_trained)
    except SafetensorError as error:
        raise CorruptFiles(f"{ADAPTER_WEIGHTS} of {folder.name} cannot be read: {error}") from error
    except (ValueError, RuntimeError, TypeError, KeyError) as error:
        raise UnsupportedModel(f"The adapter {folder.name} does not fit: {first_line(error)}") from error


def plain_name(name: str) -> str:
    """Of a parameter, as Spindle's other engine calls it in snapshots."""
    return name.removeprefix("base_model.model.").replace(".default.weight", ".weight")


def read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise UnsupportedModel(f"{path.parent.name} lacks {path.name}") from error
    except ValueError as error:
        raise CorruptFiles(f"{path.parent.name}/{path.name} does not hold a JSON object") from error
    if not isinstance(value, dict):
        raise CorruptFiles(f"{path.parent.name}/{path.name} does not hold a JSON object")
    return value


def context_length(model: nn.Module) -> int:
    config = model.config.get_text_config()
    return int(getattr(config, "max_position_embeddings", 0) or getattr(config, "n_positions", 0) or 2**31 - 1)


def vocab_size(model: nn.Module) -> int:
    return int(model.config.get_text_config().vocab_size)


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
