"""One model in training, and what is left of it where texts are only scored."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from . import files
from .adamw import AdamW, Settings
from .batches import Batch, batches_of, empty_scores, gather, spread
from .errors import Refusal
from .policy import Files, Place, context_length, full_model, lora_model, merged_model, plain_name, vocab_size
from .scores import entropies, logits_of, ranking, token_logprobs

Scores = dict[str, list[np.ndarray]]


class Scorer:
    """Says how probable given texts are. The caller makes runs of them, so that others come between."""

    def __init__(self, policy: Files, place: Place):
        self.place = place
        self.model = merged_model(policy, place)

    @property
    def facts(self) -> dict[str, Any]:
        return {"vocab_size": vocab_size(self.model), "context_length": context_length(self.model)}

    def score(self, sequences: list[np.ndarray], token_budget: int, top: int | None) -> Scores:
        return score(self.model, self.place, batches_of(sequences, token_budget, self.place.device), sequences, top)


class Trainer:
    def __init__(self, policy: Files, place: Place, method: dict[str, Any], token_budget: int):
        self.policy, self.place, self.token_budget = policy, place, token_budget
        self.is_lora = method["mode"] == "lora"
        self.model = lora_model(policy, place, method) if self.is_lora else full_model(policy, place)
        if place.recomputes:
            self.model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        # Dropout is 0 everywhere; this mode is what lets layers recompute their activations.
        self.model.train()
        trained = [(name, p) for name, p in self.model.named_parameters() if p.requires_grad]
        self.names = [plain_name(name) for name, _ in trained]
        self.optimizer = AdamW([p for _, p in trained])
        self.updates = 0
        self._reference: list[torch.Tensor] | None = None
        self._held: tuple[Batch, torch.Tensor] | None = None

    @property
    def facts(self) -> dict[str, Any]:
        count = sum(p.numel() for p in self.optimizer.parameters)
        sizes = {"vocab_size": vocab_size(self.model), "context_length": context_length(self.model)}
        return {**sizes, "parameter_count": count, "updates": self.updates}

    def score(self, sequences: list[np.ndarray]) -> Scores:
        return score(self.model, self.place, self._batches(sequences), sequences)

    def score_reference(self, sequences: list[np.ndarray]) -> Scores:
        """With the adapter off; of a model trained in full, what its files say."""
        with self._as_reference():
            return score(self.model, self.place, self._batches(sequences), sequences)

    def score_to_train(self, sequences: list[np.ndarray]) -> Scores:
        """
        Scores whose gradient is asked for next. What fits one run within the token budget stays in memory up to its logits, so that
        its forward pass is not computed again; of more, the passes are repeated by `gradients`.
        """
        self._held = None
        batches = self._batches(sequences)
        if len(batches) != 1:
            return score(self.model, self.place, batches, sequences)
        [batch] = batches
        found = {"logprobs": empty_scores(sequences), "entropies": empty_scores(sequences)}
        logits = logits_of(self.model, batch, self.place)
        logprobs = token_logprobs(logits, batch)
        spread(batch, logprobs, found["logprobs"])
        spread(batch, entropies(logits.detach(), batch), found["entropies"])
        self._held = batch, logprobs
        return found

    def gradients(self, sequences: list[np.ndarray], coefficients: list[np.ndarray]) -> Scores:
        """Adds to the gradient -sum(c * grad logp)."""
        found = empty_scores(sequences)
        held, self._held = self._held, None
        if held and _are_of(held[0], sequences):
            batch, logprobs = held
            _backward(batch, logprobs, coefficients)
            spread(batch, logprobs, found)
            return {"logprobs": found}
        for batch in self._batches(sequences):
            logprobs = token_logprobs(logits_of(self.model, batch, self.place), batch)
            _backward(batch, logprobs, coefficients)
            spread(batch, logprobs, found)
        return {"logprobs": found}

    def optimizer_step(self, settings: Settings) -> float:
        self._held = None
        steps = self.optimizer.steps
        norm = self.optimizer.step(settings)
        self.updates += self.optimizer.steps - steps
        return norm

    def reset_optimizer(self) -> None:
        self.optimizer.reset()

    def snapshot(self, folder: Path) -> None:
        files.write_snapshot(folder, self.names, self.optimizer, self.updates)

    def restore(self, folder: Path) -> None:
        self._held = None
        self.updates = files.read_snapshot(folder, self.names, self.optimizer)
        self.optimizer.clear()

    def export_policy(self, folder: Path) -> None:
        if self.is_lora:
            files.export_adapter(folder, self.model, self.policy.model.name)
        else:
            files.export_model(folder, self.model, self.policy.model)

    def weights_now(self) -> list[torch.Tensor]:
        return [p.detach().clone() for p in self.optimizer.parameters]

    @contextlib.contextmanager
    def holding(self, weights: list[torch.Tensor]) -> Iterator[None]:
        """The model with other weights in place of the trained ones, which come back afterwards as they were."""
        own = [p.data for p in self.optimizer.parameters]
        for parameter, other in zip(self.optimizer.parameters, weights, strict=True):
            parameter.data = other.to(parameter.device)
        try:
            yield
        finally:
            for parameter, kept in zip(self.optimizer.parameters, own, strict=True):
                parameter.data = kept

    @contextlib.contextmanager
    def _as_reference(self) -> Iterator[None]:
        if self.is_lora:
            with self.model.disable_adapter():
                yield
            return
        if self._reference is None:
            self._reference = [
                p.detach().cpu() for p in full_model(self.policy, Place(torch.device("cpu"), torch.float32, False)).parameters()
            ]
        with self.holding(self._reference):
            yield

    def _batches(self, sequences: list[np.ndarray]) -> list[Batch]:
        return batches_of(sequences, self.token_budget, self.place.device)


@torch.no_grad()
def score(model: nn.Module, place: Place, batches: list[Batch], sequences: list[np.ndarray], top: int | None = None) -> Scores:
    found: Scores = {"logprobs": empty_scores(sequences), "entropies": empty_scores(sequences)}
    if top is not None:
        found["ranks"] = [np.zeros(len(ids), dtype=np.int32) for ids in sequences]
        width = min(top, vocab_size(model))
        found["top_ids"] = [np.zeros((len(ids), width), dtype=np.int32) for ids in sequences]
        found["top_logprobs"] = [np.zeros((len(ids), width), dtype=np.float32) for ids in sequences]
    for batch in batches:
        logits = logits_of(model, batch, place)
        spread(batch, token_logprobs(logits, batch), found["logprobs"])
        spread(batch, entropies(logits, batch), found["entropies"])
        if top is not None:
            ranked = ranking(logits, batch, top)
            spread(batch, ranked.ranks, found["ranks"])
            spread(batch, ranked.ids, found["top_ids"])
            spread(batch, ranked.logprobs, found["top_logprobs"])
    return found


def _backward(batch: Batch, logprobs: torch.Tensor, coefficients: list[np.ndarray]) -> None:
    loss = -(gather(batch, coefficients) * logprobs).sum()
    loss.backward()


def _are_of(batch: Batch, sequences: list[np.ndarray]) -> bool:
    """Whether the batch holds these very sequences, all of them."""
    if sum(len(ids) > 1 for ids in sequences) != len(batch.sequences):
        return False
    ids, targets = batch.ids.cpu().numpy(), batch.targets.cpu().numpy()
    rows = enumerate(zip(batch.sequences, batch.lengths, strict=True))
    return all(
        sequence < len(sequences) and np.array_equal(np.append(ids[row, :1], targets[row, :length]), sequences[sequence])
        for row, (sequence, length) in rows
    )


def require_fitting(sequences: list[np.ndarray], coefficients: list[np.ndarray]) -> None:
    if [len(one) for one in sequences] != [len(one) for one in coefficients]:
        raise Refusal("Each sequence needs one coefficient for each token")
