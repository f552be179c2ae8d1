"""Keys and values of rows that are decoded together, and of prompts that wait for them."""

import torch
from torch import nn
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer

from .errors import UnsupportedModel

ROOM = 256
"""Positions that a buffer has to spare when it is made."""

Past = list[tuple[torch.Tensor, torch.Tensor]]
"""Of one row, by layer: [1, heads, positions, width]."""


class RoomyLayer(DynamicLayer):
    """Writes what is new into a buffer with room to spare, where the usual layer copies everything for each token."""

    def update(self, key_states, value_states, *args, **kwargs):
        if not self.is_initialized:
            self.lazy_initialization(key_states, value_states)
            self.buffers = None
        start = 0 if self.keys.numel() == 0 else self.keys.shape[-2]
        end = start + key_states.shape[-2]
        if self.buffers is None or end > self.buffers[0].shape[-2]:
            old = (self.keys, self.values)
            self.buffers = tuple(_room(new, end + ROOM) for new in (key_states, value_states))
            for buffer, kept in zip(self.buffers, old, strict=True):
                if start:
                    buffer[..., :start, :] = kept
        for buffer, new in zip(self.buffers, (key_states, value_states), strict=True):
            buffer[..., start:end, :] = new
        self.keys, self.values = (buffer[..., :end, :] for buffer in self.buffers)
        return self.keys, self.values


def new_cache() -> DynamicCache:
    cache = DynamicCache()
    cache.layer_class_to_replicate = RoomyLayer
    return cache


def prefill(model: nn.Module, ids: torch.Tensor) -> Past:
    """Of a prompt by itself, so that the same prompt has the same bits whatever else is decoded."""
    cache = new_cache()
    model(input_ids=ids[None], past_key_values=cache, use_cache=True, logits_to_keep=1)
    for layer in cache.layers:
        if not isinstance(layer, RoomyLayer):
            raise UnsupportedModel(f"Layers that keep {type(layer).__name__} are not decoded here")
    return [(layer.keys, layer.values) for layer in cache.layers]


def row_of(cache: DynamicCache, row: int, valid: torch.Tensor) -> Past:
    """What a row has at the positions that are its own."""
    return [(layer.keys[row : row + 1, :, valid], layer.values[row : row + 1, :, valid]) for layer in cache.layers]


def joined(rows: list[Past], lengths: list[int]) -> DynamicCache:
    """One cache of rows that end at the same position; what is before a row's first token is never looked at."""
    cache = new_cache()
    width = max(lengths)
    if width == 0:
        return cache
    known = next(row for row in rows if row)
    for index, like in enumerate(known):
        layer = RoomyLayer()
        layer.lazy_initialization(*like)
        layer.buffers = None
        layer.keys, layer.values = (like[0][:0], like[1][:0])
        parts = []
        for part in range(2):
            heads, size = like[part].shape[1], like[part].shape[3]
            whole = like[part].new_zeros(len(rows), heads, width + ROOM, size)
            for row, (past, length) in enumerate(zip(rows, lengths, strict=True)):
                if length:
                    whole[row, :, width - length : width] = past[index][part][0]
            parts.append(whole)
        layer.buffers = tuple(parts)
        layer.keys, layer.values = (buffer[:, :, :width] for buffer in parts)
        cache.layers.append(layer)
    return cache


def bytes_per_position(model: nn.Module) -> int:
    config = model.config.get_text_config()
    heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    size = next(model.parameters()).element_size()
    return 2 * config.num_hidden_layers * heads * width * size


def _room(like: torch.Tensor, positions: int) -> torch.Tensor:
    return like.new_zeros(*like.shape[:-2], positions, like.shape[-1])
