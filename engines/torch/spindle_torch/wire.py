"""Bodies: a safetensors file, whose metadata hold what is no array, as JSON under `json`. Bodies without arrays are JSON alone."""

import json
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from .errors import Refusal

JSON = "application/json"
ARRAYS = "application/safetensors"
LENGTH_BYTES = 8

Body = tuple[dict[str, Any], dict[str, np.ndarray]]


def encode(fields: dict[str, Any], arrays: dict[str, np.ndarray] | None = None) -> tuple[str, bytes]:
    text = json.dumps(fields)
    if not arrays:
        return JSON, text.encode()
    return ARRAYS, save(arrays, metadata={"json": text})


def decode(content_type: str, body: bytes) -> Body:
    try:
        if content_type != ARRAYS:
            return json.loads(body or b"{}"), {}
        header = json.loads(body[LENGTH_BYTES : LENGTH_BYTES + int.from_bytes(body[:LENGTH_BYTES], "little")])
        return json.loads(header.get("__metadata__", {}).get("json", "{}")), load(body)
    except (ValueError, SafetensorError) as error:
        raise Refusal(f"The body cannot be read: {error}") from error


def pack(lists: list[np.ndarray], dtype: type) -> tuple[np.ndarray, np.ndarray]:
    """Lists one after another, and how long each is."""
    lengths = np.array([len(one) for one in lists], dtype=np.int32)
    flat = np.concatenate([np.asarray(one, dtype=dtype) for one in lists]) if lists else np.zeros(0, dtype)
    return flat, lengths


def unpack(flat: np.ndarray, lengths: np.ndarray) -> list[np.ndarray]:
    return np.split(flat, np.cumsum(lengths)[:-1]) if len(lengths) else []
