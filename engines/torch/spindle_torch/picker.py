"""
Chooses tokens as Spindle's other engine does: bias, temperature, top-k, top-p, min-p, then a draw by the inverse of the cumulative
distribution.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .philox import draws

CANDIDATES = 8
"""Draws that are offered to a constraint before it is asked about every token."""
LOWEST_TEMPERATURE = 1e-6


@dataclass(frozen=True)
class Settings:
    max_tokens: int
    temperature: float
    top_p: float
    top_k: int
    min_p: float
    seed: int
    stop_token_ids: frozenset[int]
    logit_bias: dict[int, float]
    top_logprobs: int

    @staticmethod
    def of(fields: dict[str, Any]) -> "Settings":
        bias = {int(token): float(value) for token, value in fields["logit_bias"]}
        return Settings(**{**fields, "stop_token_ids": frozenset(fields["stop_token_ids"]), "logit_bias": bias})


def weights_of(logprobs: torch.Tensor, rows: list[Settings]) -> torch.Tensor:
    """[rows, vocabulary] in float64: proportional to the probability of what may be drawn. At temperature 0 only their order counts."""
    logits = logprobs.double()
    for row, settings in enumerate(rows):
        if settings.logit_bias:
            ids = torch.tensor(list(settings.logit_bias), device=logits.device)
            logits[row, ids] += torch.tensor(list(settings.logit_bias.values()), device=logits.device, dtype=torch.float64)
    scales = [1.0 if s.temperature == 0 else 1 / max(s.temperature, LOWEST_TEMPERATURE) for s in rows]
    weights = logits.sub_(logits.amax(-1, keepdim=True)).mul_(_column(scales, logits)).exp_()
    filtered = [row for row, settings in enumerate(rows) if _has_filter(settings)]
    if filtered:
        weights[filtered] = _filtered(weights[filtered], [rows[row] for row in filtered])
    return weights


def pick(weights: torch.Tensor, rows: list[Settings], positions: list[int]) -> list[int]:
    """One token of each row."""
    cumulative = weights.cumsum(-1)
    numbers = draws([s.seed for s in rows], positions, [0] * len(rows))
    targets = _column(numbers.tolist(), weights) * cumulative[:, -1:]
    drawn = torch.searchsorted(cumulative, targets, right=True)[:, 0]
    # Rounding may leave the sum just below the target; the last token with any weight is meant then.
    last = weights.shape[-1] - 1 - (weights.flip(-1) > 0).to(torch.uint8).argmax(-1)
    greedy = torch.tensor([s.temperature == 0 for s in rows], device=weights.device)
    return torch.where(greedy, weights.argmax(-1), torch.minimum(drawn, last)).tolist()


def candidates(weights: np.ndarray, settings: Settings, position: int) -> list[int]:
    """Tokens in the order in which they are drawn, each once."""
    left = weights.copy()
    found = []
    attempts = list(range(CANDIDATES))
    for number in draws([settings.seed] * CANDIDATES, [position] * CANDIDATES, attempts):
        token = _draw(left, settings, float(number))
        if token is None:
            break
        found.append(token)
        left[token] = 0
    return found


def pick_allowed(logprobs: torch.Tensor, settings: Settings, position: int, allowed: np.ndarray) -> int | None:
    """Among the allowed tokens that the filters leave; where they leave none, the filters are applied among the allowed ones."""
    mask = torch.zeros(logprobs.shape[-1], dtype=torch.bool, device=logprobs.device)
    mask[torch.from_numpy(allowed.astype(np.int64)).to(logprobs.device)] = True
    number = float(draws([settings.seed], [position], [CANDIDATES])[0])
    weights = weights_of(logprobs[None], [settings])[0] * mask
    if not bool(weights.any()):
        narrowed = logprobs.masked_fill(~mask, float("-inf"))
        if not bool(torch.isfinite(narrowed).any()):
            return None
        weights = weights_of(narrowed[None], [settings])[0]
    return _draw(weights.cpu().numpy(), settings, number)


def _draw(weights: np.ndarray, settings: Settings, number: float) -> int | None:
    if not weights.any():
        return None
    if settings.temperature == 0:
        return int(weights.argmax())
    cumulative = weights.cumsum()
    found = int(np.searchsorted(cumulative, number * cumulative[-1], side="right"))
    return min(found, int(np.flatnonzero(weights)[-1]))


def _has_filter(settings: Settings) -> bool:
    return settings.temperature > 0 and (settings.top_k > 0 or settings.top_p < 1 or settings.min_p > 0)


def _filtered(weights: torch.Tensor, rows: list[Settings]) -> torch.Tensor:
    """Drops all but the top-k heaviest, of these all behind the smallest set that holds top-p, of these what is lighter than min-p."""
    ranked, ids = weights.sort(dim=-1, descending=True, stable=True)
    size = weights.shape[-1]
    ranks = torch.arange(size, device=weights.device)
    most = _column([float(s.top_k if s.top_k > 0 else size) for s in rows], weights)
    ranked = ranked * (ranks < most)
    before = ranked.cumsum(-1) - ranked
    shares = _column([s.top_p if s.top_p < 1 else float("inf") for s in rows], weights) * ranked.sum(-1, keepdim=True)
    least = _column([s.min_p for s in rows], weights) * ranked[:, :1]
    kept = ranked * ((before < shares) & (ranked >= least))
    return torch.zeros_like(weights).scatter_(-1, ids, kept)


def _column(values: list[float], like: torch.Tensor) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64, device=like.device)[:, None]
