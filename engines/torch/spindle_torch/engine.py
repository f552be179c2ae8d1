"""What is open, for whom, and the operations on it."""

import gc
import queue
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from . import wire
from .adamw import Settings as AdamWSettings
from .errors import NotFound, OutOfTurn
from .picker import Settings as SamplingSettings
from .policy import Files, Place, merged_model
from .sampler import Event, Row, Sampler
from .trainer import Scorer, Trainer, require_fitting

Reply = tuple[str, bytes]
SILENCE_SECONDS = 120
"""After which a session's owner is taken for gone, and what it has open is closed."""


@dataclass
class Handle:
    session: str
    what: Trainer | Scorer | Sampler
    lock: threading.Lock = field(default_factory=threading.Lock)
    sequence: int = 0
    reply: Reply | Exception | None = None
    """Of the call with that number."""
    events: "queue.Queue[list[Event] | None]" = field(default_factory=queue.Queue)


class Engine:
    def __init__(self, place: Place):
        self.place = place
        self._computing = threading.RLock()
        self._guard = threading.Lock()
        self._heard: dict[str, float] = {}
        self._handles: dict[str, Handle] = {}
        self._operations: dict[str, Callable[..., Reply]] = {
            name.removeprefix("op_"): getattr(self, name) for name in dir(self) if name.startswith("op_")
        }

    def call(self, session: str, operation: str, sequence: int | None, body: wire.Body) -> Reply:
        run = self._operations.get(operation)
        if run is None:
            raise NotFound(f"There is no operation {operation}")
        self._hear(session)
        fields, arrays = body
        if "handle" not in fields:
            return run(session, fields)
        handle = self._handle(session, fields["handle"])
        if isinstance(handle.what, Sampler) or operation == "close":
            return run(handle, fields, arrays)
        with handle.lock:
            if sequence != handle.sequence:
                if sequence != handle.sequence + 1:
                    raise OutOfTurn(f"Call {sequence} is not the next one; {handle.sequence + 1} is")
                handle.sequence, handle.reply = sequence, self._computed(lambda: run(handle, fields, arrays))
            if isinstance(handle.reply, Exception):
                raise handle.reply
            return handle.reply

    def _computed(self, run: Callable[[], Reply]) -> Reply | Exception:
        try:
            with self._computing:
                return run()
        except Exception as error:
            return error

    def events(self, session: str, fields: dict[str, Any]) -> "queue.Queue[list[Event] | None]":
        return self._handle(session, fields["handle"]).events

    def close_silent(self) -> None:
        """Closes what belongs to sessions that were not heard of for long."""
        now = time.monotonic()
        for session, heard in list(self._heard.items()):
            if now - heard > SILENCE_SECONDS:
                self._end(session)

    # Sessions

    def op_facts(self, session: str, fields: dict[str, Any]) -> Reply:
        return _json(
            device=str(self.place.device),
            dtype=str(self.place.dtype).removeprefix("torch."),
            torch=torch.__version__,
        )

    def op_memory(self, session: str, fields: dict[str, Any]) -> Reply:
        """Bytes of the GPU that were taken at most since this was asked before."""
        if self.place.device.type != "cuda":
            return _json(peak_bytes=None)
        peak = torch.cuda.max_memory_allocated()
        torch.cuda.reset_peak_memory_stats()
        return _json(peak_bytes=peak)

    def op_beat(self, session: str, fields: dict[str, Any]) -> Reply:
        return _json()

    def op_leave(self, session: str, fields: dict[str, Any]) -> Reply:
        self._end(session)
        return _json()

    def op_open_trainer(self, session: str, fields: dict[str, Any]) -> Reply:
        with self._computing:
            _use_threads(fields)
            trainer = Trainer(_files(fields), self.place, fields["method"], int(fields["token_budget"]))
        return self._open(session, trainer)

    def op_open_scorer(self, session: str, fields: dict[str, Any]) -> Reply:
        with self._computing:
            _use_threads(fields)
            scorer = Scorer(_files(fields), self.place)
        return self._open(session, scorer)

    def op_open_sampler(self, session: str, fields: dict[str, Any]) -> Reply:
        with self._computing:
            _use_threads(fields)
            model = merged_model(_files(fields), self.place)
        return self._open(session, Sampler(model, self._computing))

    # Handles

    def op_score(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        sequences = _sequences(arrays)
        if isinstance(handle.what, Scorer):
            return _scores(handle.what.score(sequences, int(fields["token_budget"]), fields.get("top_logprobs")))
        return _scores(_trainer(handle).score(sequences))

    def op_score_reference(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        return _scores(_trainer(handle).score_reference(_sequences(arrays)))

    def op_score_to_train(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        return _scores(_trainer(handle).score_to_train(_sequences(arrays)))

    def op_gradients(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        sequences = _sequences(arrays)
        coefficients = wire.unpack(arrays["coefficients"], arrays["lengths"])
        require_fitting(sequences, coefficients)
        return _scores(_trainer(handle).gradients(sequences, coefficients))

    def op_optimizer_step(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        trainer = _trainer(handle)
        norm = trainer.optimizer_step(AdamWSettings.of(fields["settings"]))
        # JSON has no number for what is none.
        return _json(grad_norm=norm if np.isfinite(norm) else str(norm), updates=trainer.updates)

    def op_reset_optimizer(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        _trainer(handle).reset_optimizer()
        return _json()

    def op_snapshot(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        _trainer(handle).snapshot(Path(fields["folder"]))
        return _json()

    def op_restore(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        trainer = _trainer(handle)
        trainer.restore(Path(fields["folder"]))
        return _json(updates=trainer.updates)

    def op_export_policy(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        _trainer(handle).export_policy(Path(fields["folder"]))
        return _json()

    def op_sampler_of_trainer(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        trainer = _trainer(handle)
        kept = trainer.weights_now()

        @contextmanager
        def weights():
            with trainer.holding(kept):
                trainer.model.eval()
                try:
                    yield
                finally:
                    trainer.model.train()

        return self._open(handle.session, Sampler(trainer.model, self._computing, weights))

    def op_sample(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        settings = SamplingSettings.of(fields["settings"])
        limit = min(settings.max_tokens, int(fields["limit"]))
        row = Row(fields["row"], fields["prompt"], settings, limit, fields.get("group"), fields["is_constrained"])
        _sampler(handle).add(row)
        return _json()

    def op_answer(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        _sampler(handle).answer(fields["row"], {"token": fields.get("token"), **arrays})
        return _json()

    def op_cancel(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        _sampler(handle).cancel(fields["row"])
        return _json()

    def op_close(self, handle: Handle, fields: dict[str, Any], arrays: dict[str, np.ndarray]) -> Reply:
        self._close(fields["handle"])
        return _json()

    def _hear(self, session: str) -> None:
        if not session:
            raise NotFound("A call needs a session")
        with self._guard:
            self._heard[session] = time.monotonic()

    def _handle(self, session: str, name: str) -> Handle:
        handle = self._handles.get(name)
        if handle is None:
            raise NotFound(f"Nothing is open as {name}")
        if handle.session != session:
            raise OutOfTurn("This was opened by another session; one writes at a time")
        return handle

    def _open(self, session: str, what: Trainer | Scorer | Sampler) -> Reply:
        name = uuid.uuid4().hex
        handle = Handle(session, what)
        if isinstance(what, Sampler):
            what.emit = handle.events.put
        with self._guard:
            self._handles[name] = handle
        return _json(handle=name, **what.facts)

    def _close(self, name: str) -> None:
        with self._guard:
            handle = self._handles.pop(name, None)
        if handle is None:
            return
        if isinstance(handle.what, Sampler):
            handle.what.close()
            handle.events.put(None)
        handle.what = None  # type: ignore[assignment]
        gc.collect()
        if self.place.device.type == "cuda":
            torch.cuda.empty_cache()

    def _end(self, session: str) -> None:
        with self._guard:
            self._heard.pop(session, None)
            names = [name for name, handle in self._handles.items() if handle.session == session]
        for name in names:
            self._close(name)


def _files(fields: dict[str, Any]) -> Files:
    adapter = fields.get("adapter_folder")
    return Files(Path(fields["model_folder"]), None if adapter is None else Path(adapter))


def _use_threads(fields: dict[str, Any]) -> None:
    if fields.get("threads"):
        torch.set_num_threads(int(fields["threads"]))


def _trainer(handle: Handle) -> Trainer:
    if not isinstance(handle.what, Trainer):
        raise NotFound("This is no trainer")
    return handle.what


def _sampler(handle: Handle) -> Sampler:
    if not isinstance(handle.what, Sampler):
        raise NotFound("This is no sampler")
    return handle.what


def _sequences(arrays: dict[str, np.ndarray]) -> list[np.ndarray]:
    return wire.unpack(arrays["token_ids"], arrays["lengths"])


def _scores(scores: dict[str, list[np.ndarray]]) -> Reply:
    arrays = {name: np.concatenate(values) for name, values in scores.items() if values}
    return wire.encode({}, arrays)


def _json(**fields: Any) -> Reply:
    return wire.encode(fields)
