"""Steps of the engine over HTTP. Coefficients are computed on this side, as Spindle does."""

import time
from collections.abc import Callable

import numpy as np

from bench.client import RemoteTrainer
from bench.data import Plan, advantages, batch, pairs


def timed(plan: Plan, step: Callable[[int], float]) -> dict:
    """Losses of all steps and the seconds of the middle one; the first two warm up."""
    losses, seconds = [], []
    for number in range(plan.steps):
        began = time.perf_counter()
        losses.append(step(number))
        seconds.append(time.perf_counter() - began)
    return {"losses": losses, "seconds": float(np.median(seconds[2:]))}


def sft(trainer: RemoteTrainer, plan: Plan, vocab: int) -> dict:
    def step(number: int) -> float:
        rows = batch(plan, number, vocab)
        share = 1 / (plan.rows * (plan.length - 1))
        found = trainer.gradients(rows, [np.full(len(row), share, np.float32) for row in rows])
        trainer.step(plan.learning_rate)
        return -float(sum(one.sum() for one in found)) * share

    return timed(plan, step)


def dpo(trainer: RemoteTrainer, plan: Plan, vocab: int) -> dict:
    def step(number: int) -> float:
        chosen, rejected, prompt = pairs(plan, number, vocab)
        rows = [*chosen, *rejected]
        reference = trainer.scores("score_reference", rows)
        policy = trainer.scores("score_to_train", rows)
        ratios = np.array([(mine[prompt:] - base[prompt:]).sum() for mine, base in zip(policy, reference, strict=True)])
        good, bad = np.split(plan.beta * ratios, 2)
        pull = plan.beta / (1 + np.exp(good - bad)) / len(chosen)
        coefficients = [_after(row, prompt, value) for row, value in zip(rows, [*pull, *-pull], strict=True)]
        trainer.gradients(rows, coefficients)
        trainer.step(plan.learning_rate)
        return float(np.log1p(np.exp(bad - good)).mean())

    return timed(plan, step)


def grpo(trainer: RemoteTrainer, plan: Plan, vocab: int) -> dict:
    """The policy's gradient with clipped ratios to what it said before, which is the first step on fresh samples: all ratios are 1."""
    prompt = plan.length // 4

    def step(number: int) -> float:
        rows = batch(plan, number, vocab)
        gains = advantages(plan, number)
        old = trainer.scores("score", rows)
        policy = trainer.scores("score_to_train", rows)
        count = plan.rows * (plan.length - prompt)
        ratios = [np.exp(now - before) for now, before in zip(policy, old, strict=True)]
        parts = zip(rows, ratios, gains, strict=True)
        trainer.gradients(rows, [_after(row, prompt, gain / count) * ratio for row, ratio, gain in parts])
        trainer.step(plan.learning_rate)
        # The surrogate itself is 0 at ratios of 1; what moves is how probable the tokens with a gain are.
        return -float(sum((gain * now[prompt:]).sum() for gain, now in zip(gains, policy, strict=True))) / count

    return timed(plan, step)


def _after(row: np.ndarray, prompt: int, value: float) -> np.ndarray:
    coefficients = np.zeros(len(row), np.float32)
    coefficients[prompt:] = value
    return coefficients
