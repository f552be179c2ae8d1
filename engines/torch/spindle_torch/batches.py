"""Sequences laid into rectangles that are computed together."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch


@dataclass(frozen=True)
class Batch:
    """Rows of one length. Token t of a sequence lies where the distribution of token t + 1 comes from; its last token predicts nothing."""

    sequences: list[int]
    lengths: list[int]
    """How many predictions each row has; what is behind them is padding, which no token sees."""
    ids: torch.Tensor
    targets: torch.Tensor


def batches_of(sequences: list[np.ndarray], token_budget: int, device: torch.device) -> list[Batch]:
    """
    Long ones first, as many in one batch as fit the budget, padding included; a longer one has a batch to itself. The order depends on
    the lengths alone, so the same call gives the same bits.
    """
    lengths = [max(0, len(ids) - 1) for ids in sequences]
    order = sorted((i for i in range(len(sequences)) if lengths[i] > 0), key=lambda i: (-lengths[i], i))
    return [_lay(part, sequences, lengths, device) for part in _parts(order, lengths, token_budget)]


def spread(batch: Batch, values: torch.Tensor, into: list[np.ndarray]) -> None:
    """From a batch to its sequences, one token on."""
    rows = values.detach().cpu().numpy()
    for row, (sequence, length) in enumerate(zip(batch.sequences, batch.lengths, strict=True)):
        into[sequence][1 : length + 1] = rows[row, :length]


def gather(batch: Batch, values: list[np.ndarray]) -> torch.Tensor:
    """From sequences into their batch, one token back; padding stays 0."""
    rows = np.zeros(tuple(batch.ids.shape), dtype=np.float32)
    for row, (sequence, length) in enumerate(zip(batch.sequences, batch.lengths, strict=True)):
        rows[row, :length] = values[sequence][1 : length + 1]
    return torch.from_numpy(rows).to(batch.ids.device)


def empty_scores(sequences: list[np.ndarray]) -> list[np.ndarray]:
    return [np.zeros(len(ids), dtype=np.float32) for ids in sequences]


def _parts(order: list[int], lengths: list[int], token_budget: int) -> Iterator[list[int]]:
    start = 0
    while start < len(order):
        count = max(1, token_budget // lengths[order[start]])
        yield order[start : start + count]
        start += count


def _lay(part: list[int], sequences: list[np.ndarray], lengths: list[int], device: torch.device) -> Batch:
    ids = np.zeros((len(part), lengths[part[0]]), dtype=np.int64)
    targets = np.zeros_like(ids)
    for row, sequence in enumerate(part):
        ids[row, : lengths[sequence]] = sequences[sequence][:-1]
        targets[row, : lengths[sequence]] = sequences[sequence][1:]
    tensors = [torch.from_numpy(rows).to(device) for rows in (ids, targets)]
    return Batch(part, [lengths[i] for i in part], *tensors)
