"""Decodes completions together. Who may ask how much is decided by the caller, which hands in only what has a place."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn

from .picker import Settings, candidates, pick, pick_allowed, weights_of
from .policy import context_length, vocab_size
from .rows_cache import Past, bytes_per_position, joined, prefill, row_of

KEPT_PROMPTS = 8
Event = dict[str, Any]


@dataclass
class Row:
    id: int
    prompt: list[int]
    settings: Settings
    limit: int
    """Tokens that the completion has at most."""
    group: str | None
    is_constrained: bool
    tokens: list[int] = field(default_factory=list)
    past: Past = field(default_factory=list)
    """Until it joins the others."""
    length: int = 0
    """Tokens whose keys and values are computed."""
    waits_with: torch.Tensor | None = None
    """The distribution of the next token, while the caller is asked which one its constraint allows."""
    is_over: bool = False

    @property
    def newest(self) -> int:
        return self.tokens[-1] if self.tokens else self.prompt[-1]


class Sampler:
    """
    One thread decodes one token of every row a step; rows join and leave between steps. `lock` is held while it computes, `weights` is
    entered then. What happens is told to `emit`, a step at a time.
    """

    def __init__(
        self,
        model: nn.Module,
        lock: threading.RLock,
        weights: Callable[[], AbstractContextManager[None]] = nullcontext,
    ):
        self.model, self.lock, self.weights = model, lock, weights
        self.device = next(model.parameters()).device
        self.emit: Callable[[list[Event]], None] = lambda events: None
        self._changed = threading.Condition()
        self._new: list[Row] = []
        self._answers: dict[int, dict[str, Any]] = {}
        self._gone: set[int] = set()
        self._rows: list[Row] = []
        self._cache = joined([], [0])
        self._valid = torch.zeros(0, 0, dtype=torch.bool, device=self.device)
        self._prompts: dict[str, tuple[list[int], Past]] = {}
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="sampler", daemon=True)
        self._thread.start()

    @property
    def facts(self) -> dict[str, Any]:
        sizes = {"vocab_size": vocab_size(self.model), "context_length": context_length(self.model)}
        return {**sizes, "bytes_per_position": bytes_per_position(self.model)}

    def add(self, row: Row) -> None:
        self._tell(lambda: self._new.append(row))

    def answer(self, row: int, answer: dict[str, Any]) -> None:
        """What a constraint says: the first candidate that it allows, as `token`, or all tokens that it allows, as `allowed`."""
        self._tell(lambda: self._answers.__setitem__(row, answer))

    def cancel(self, row: int) -> None:
        self._tell(lambda: self._gone.add(row))

    def close(self) -> None:
        def end() -> None:
            self._is_closed = True

        self._tell(end)
        self._thread.join()

    def _tell(self, change: Callable[[], None]) -> None:
        with self._changed:
            change()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._has_work)
                if self._is_closed:
                    return
                new, self._new = self._new, []
                answers, self._answers = self._answers, {}
                gone, self._gone = self._gone, set()
            try:
                self._turn(new, answers, gone)
            except Exception as error:
                failed = [row for row in [*self._rows, *new] if not row.is_over]
                self._forget()
                self.emit([{"row": row.id, "error": f"The engine's runtime failed: {error}"} for row in failed])

    def _has_work(self) -> bool:
        busy = any(not row.is_over and row.waits_with is None for row in self._rows)
        return self._is_closed or bool(self._new or self._answers or self._gone) or busy

    def _turn(self, new: list[Row], answers: dict[int, dict[str, Any]], gone: set[int]) -> None:
        events: list[Event] = []
        with self.lock, _any_order(), torch.inference_mode(), self.weights():
            for row in [*self._rows, *new]:
                row.is_over = row.is_over or row.id in gone
                if row.id in answers and row.waits_with is not None and not row.is_over:
                    events.append(self._answered(row, answers[row.id]))
            self._join([row for row in new if not row.is_over])
            if any(not row.is_over and row.waits_with is None for row in self._rows):
                events += self._decode()
            if all(row.is_over for row in self._rows):
                self._forget()
        if events:
            self.emit(events)

    def _forget(self) -> None:
        self._rows, self._cache = [], joined([], [0])
        self._prompts.clear()

    def _join(self, new: list[Row]) -> None:
        """Makes one batch of what is still decoded and what is new, where there is anything new or more than half is over."""
        kept = [(place, row) for place, row in enumerate(self._rows) if not row.is_over]
        if not new and 2 * len(kept) > len(self._rows):
            return
        pasts = [row_of(self._cache, place, self._valid[place]) if row.length else [] for place, row in kept]
        for row in new:
            self._read_prompt(row)
            pasts.append(row.past)
        self._rows = [*(row for _, row in kept), *new]
        lengths = [row.length for row in self._rows] or [0]
        self._cache = joined(pasts, lengths)
        self._valid = torch.stack([torch.arange(max(lengths)) >= max(lengths) - length for length in lengths]).to(self.device)
        for row in new:
            row.past = []

    def _read_prompt(self, row: Row) -> None:
        """All but the last token, which the first step takes like a sampled one. Rows of a group read it once."""
        ids = row.prompt[:-1]
        known = self._prompts.get(row.group) if row.group is not None else None
        if known and known[0] == ids:
            row.past = known[1]
        elif ids:
            row.past = prefill(self.model, torch.tensor(ids, device=self.device))
            if row.group is not None:
                self._prompts[row.group] = (ids, row.past)
                while len(self._prompts) > KEPT_PROMPTS:
                    del self._prompts[next(iter(self._prompts))]
        row.length = len(ids)

    def _decode(self) -> list[Event]:
        """One token of every row. Rows that wait or are over are computed along, at a position that is none of theirs."""
        rows = self._rows
        is_live = torch.tensor([row.waits_with is None and not row.is_over for row in rows], device=self.device)
        lengths = torch.tensor([row.length for row in rows], device=self.device)
        self._valid = torch.cat([self._valid, is_live[:, None]], dim=1)
        # Rows of one length need no mask, and attention without one is faster.
        has_holes = any(row.length + 1 != self._valid.shape[1] for row in rows)
        # A row that is not live looks at its own new position alone, because attention to nothing is no number.
        mask = torch.cat([self._valid[:, :-1], torch.ones_like(is_live)[:, None]], dim=1)
        logits = self.model(
            input_ids=torch.tensor([[row.newest] for row in rows], device=self.device),
            attention_mask=mask.long() if has_holes else None,
            position_ids=lengths[:, None],
            past_key_values=self._cache,
            use_cache=True,
        ).logits[:, -1]
        logprobs = torch.log_softmax(logits.float(), -1)
        live = [place for place, is_one in enumerate(is_live.tolist()) if is_one]
        for place in live:
            rows[place].length += 1
        return self._choose([rows[place] for place in live], logprobs[live])

    def _choose(self, rows: list[Row], logprobs: torch.Tensor) -> list[Event]:
        sound = torch.isfinite(logprobs.amax(-1)).tolist()
        weights = weights_of(logprobs, [row.settings for row in rows])
        picked = pick(weights, [row.settings for row in rows], [len(row.tokens) for row in rows])
        own = logprobs.gather(1, torch.tensor(picked, device=self.device)[:, None])[:, 0].tolist()
        most = max(row.settings.top_logprobs for row in rows)
        tops = _top(logprobs, most) if most else [[]] * len(rows)
        events: list[Event] = []
        for at, row in enumerate(rows):
            if not sound[at]:
                row.is_over = True
                events.append({"row": row.id, "error": NOT_NUMBERS})
            elif row.is_constrained:
                row.waits_with = logprobs[at].clone()
                offered = candidates(weights[at].cpu().numpy(), row.settings, len(row.tokens))
                events.append({"row": row.id, "ask": offered})
            else:
                events.append(self._accept(row, picked[at], own[at], tops[at][: row.settings.top_logprobs]))
        return events

    def _answered(self, row: Row, answer: dict[str, Any]) -> Event:
        logprobs = row.waits_with
        assert logprobs is not None
        token = answer.get("token")
        if token is None:
            token = pick_allowed(logprobs, row.settings, len(row.tokens), np.asarray(answer["allowed"]))
        if token is None:
            row.is_over = True
            return {
                "row": row.id,
                "error": "No token of the vocabulary may follow; the constraint or the bias forbids all",
            }
        row.waits_with = None
        count = row.settings.top_logprobs
        top = _top(logprobs[None], count)[0] if count else []
        return self._accept(row, token, float(logprobs[token]), top)

    @staticmethod
    def _accept(row: Row, token: int, logprob: float, top: list[list[float]]) -> Event:
        row.tokens.append(token)
        row.is_over = token in row.settings.stop_token_ids or len(row.tokens) >= row.limit
        event: Event = {"row": row.id, "id": token, "logprob": logprob}
        if top:
            event["top"] = top
        if row.is_over:
            event["end"] = True
        return event


@contextmanager
def _any_order():
    """Sums of a distribution have no implementation of one order on a GPU; in float64 that decides nothing."""
    before = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(False)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(before)


NOT_NUMBERS = "The model's logits are not numbers: its weights are damaged or its training diverged"


def _top(logprobs: torch.Tensor, count: int) -> list[list[list[float]]]:
    found = logprobs.topk(min(count, logprobs.shape[-1]), dim=-1)
    pairs = zip(found.indices.tolist(), found.values.tolist(), strict=True)
    return [[[token, value] for token, value in zip(ids, values, strict=True)] for ids, values in pairs]
