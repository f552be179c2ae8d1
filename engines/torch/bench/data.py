"""The same data for both sides: sequences of one length, of tokens that follow each other by a rule."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Plan:
    rows: int
    length: int
    steps: int
    learning_rate: float
    rank: int
    alpha: int
    samples: int
    sample_tokens: int
    targets: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
    beta: float = 0.1

    @property
    def method(self) -> dict:
        return {"mode": "lora", "rank": self.rank, "alpha": self.alpha, "targets": list(self.targets)}


TINY = Plan(rows=4, length=64, steps=5, learning_rate=1e-3, rank=4, alpha=8, samples=4, sample_tokens=16)
FULL = Plan(rows=8, length=1024, steps=6, learning_rate=1e-4, rank=16, alpha=32, samples=64, sample_tokens=128)


def batch(plan: Plan, step: int, vocab: int, kind: int = 0) -> list[np.ndarray]:
    random = np.random.default_rng([step, kind])
    starts = random.integers(10, vocab, plan.rows)
    strides = random.integers(1, 50, plan.rows)
    places = np.arange(plan.length)
    return [((start + stride * places) % (vocab - 10) + 10).astype(np.int32) for start, stride in zip(starts, strides, strict=True)]


def pairs(plan: Plan, step: int, vocab: int) -> tuple[list[np.ndarray], list[np.ndarray], int]:
    """Chosen and rejected, half as many of each, with a common first quarter."""
    prompt = plan.length // 4
    chosen = batch(plan, step, vocab)[: plan.rows // 2]
    other = batch(plan, step, vocab, kind=1)[: plan.rows // 2]
    rejected = [np.concatenate([good[:prompt], bad[prompt:]]) for good, bad in zip(chosen, other, strict=True)]
    return chosen, rejected, prompt


def advantages(plan: Plan, step: int) -> np.ndarray:
    random = np.random.default_rng([step, 2])
    values = random.normal(size=plan.rows)
    return ((values - values.mean()) / values.std()).astype(np.float32)
