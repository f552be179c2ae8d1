"""Log-probabilities and entropies of given tokens, without a float32 copy of all logits."""

import contextlib
from dataclasses import dataclass

import torch
from torch import nn

from .batches import Batch
from .policy import Place

CHUNK_NUMBERS = 2**27
"""Float32 numbers that exist at once of a softmax."""


class TokenLogprobs(torch.autograd.Function):
    """The log-probability of each target; both ways go through the logits in pieces."""

    @staticmethod
    def forward(ctx, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(logits, targets)
        return torch.cat([_logprobs(part.float(), to) for part, to in _pieces(logits, targets)])

    @staticmethod
    def backward(ctx, given: torch.Tensor) -> tuple[torch.Tensor, None]:
        logits, targets = ctx.saved_tensors
        gradient = torch.empty_like(logits)
        columns = torch.arange(logits.shape[-1], device=logits.device)
        start = 0
        for part, to in _pieces(logits, targets):
            end = start + len(part)
            # d logp / d logits = onehot - softmax
            piece = torch.softmax(part.float(), -1).neg_()
            piece.add_(columns == to[:, None])
            gradient[start:end] = piece.mul_(given[start:end, None])
            start = end
        return gradient, None


@dataclass(frozen=True)
class Ranking:
    """By place: 1 where no token is more probable than the target, and the most probable tokens, best first."""

    ranks: torch.Tensor
    ids: torch.Tensor
    logprobs: torch.Tensor


def logits_of(model: nn.Module, batch: Batch, place: Place) -> torch.Tensor:
    """[places, vocabulary]. Rows are padded behind, where causal attention does not look, so they need no mask."""
    with autocast(place):
        return model(input_ids=batch.ids, use_cache=False).logits.flatten(0, 1)


def autocast(place: Place) -> contextlib.AbstractContextManager:
    """Products in the place's numbers, also of weights that are kept in float32."""
    if place.dtype == torch.float32:
        return contextlib.nullcontext()
    return torch.autocast(place.device.type, dtype=place.dtype)


def token_logprobs(logits: torch.Tensor, batch: Batch) -> torch.Tensor:
    return TokenLogprobs.apply(logits, batch.targets.flatten()).reshape(batch.targets.shape)


@torch.no_grad()
def entropies(logits: torch.Tensor, batch: Batch) -> torch.Tensor:
    """In nats; rounding leaves none below 0."""
    found = []
    for part, _ in _pieces(logits, batch.targets.flatten()):
        logprobs = torch.log_softmax(part.float(), -1)
        found.append(-(logprobs.exp() * logprobs).sum(-1).clamp_(max=0))
    return torch.cat(found).reshape(batch.targets.shape)


@torch.no_grad()
def ranking(logits: torch.Tensor, batch: Batch, count: int) -> Ranking:
    ranks, ids, logprobs = [], [], []
    for part, to in _pieces(logits, batch.targets.flatten()):
        all_logprobs = torch.log_softmax(part.float(), -1)
        own = all_logprobs.gather(1, to[:, None])
        ranks.append((all_logprobs > own).sum(-1) + 1)
        top = all_logprobs.topk(min(count, all_logprobs.shape[-1]), dim=-1)
        ids.append(top.indices)
        logprobs.append(top.values)
    rows = batch.targets.shape
    return Ranking(
        torch.cat(ranks).reshape(rows),
        torch.cat(ids).reshape(*rows, -1),
        torch.cat(logprobs).reshape(*rows, -1),
    )


def _pieces(logits: torch.Tensor, targets: torch.Tensor):
    rows = max(1, CHUNK_NUMBERS // logits.shape[-1])
    return zip(logits.split(rows), targets.split(rows), strict=True)


def _logprobs(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    own = logits.gather(1, targets[:, None])[:, 0]
    return (own - torch.logsumexp(logits, -1)).clamp_(max=0)
