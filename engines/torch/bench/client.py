"""Speaks to the engine's server as Spindle does, over its own HTTP calls."""

import http.client
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np

from spindle_torch import wire


class Server:
    def __init__(self, arguments: list[str]):
        token = secrets.token_hex(32)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "spindle_torch", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "SPINDLE_TORCH_TOKEN": token},
        )
        assert self.process.stdout is not None
        url = json.loads(self.process.stdout.readline())["url"]
        self.address = url.removeprefix("http://")
        self.headers = {"Authorization": f"Bearer {token}", "X-Spindle-Session": secrets.token_hex(8)}
        self.connection = http.client.HTTPConnection(self.address)

    def call(self, operation: str, fields: dict[str, Any], arrays: dict[str, np.ndarray] | None = None, sequence: int | None = None):
        content_type, body = wire.encode(fields, arrays)
        headers = {**self.headers, "Content-Type": content_type}
        if sequence is not None:
            headers["X-Spindle-Sequence"] = str(sequence)
        self.connection.request("POST", f"/v1/{operation}", body, headers)
        response = self.connection.getresponse()
        answer = wire.decode(response.getheader("Content-Type", ""), response.read())
        if response.status != 200:
            raise RuntimeError(f"{operation}: {answer[0]}")
        return answer

    def events(self, handle: str):
        connection = http.client.HTTPConnection(self.address)
        content_type, body = wire.encode({"handle": handle})
        connection.request("POST", "/v1/sampler_events", body, {**self.headers, "Content-Type": content_type})
        for line in connection.getresponse():
            yield from json.loads(line)

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class RemoteTrainer:
    def __init__(self, server: Server, model: str, method: dict[str, Any], token_budget: int):
        self.server, self.sequence = server, 0
        fields = {"model_folder": model, "adapter_folder": None, "method": method, "token_budget": token_budget}
        self.facts = server.call("open_trainer", fields)[0]

    def call(self, operation: str, fields: dict[str, Any] | None = None, arrays: dict[str, np.ndarray] | None = None):
        self.sequence += 1
        return self.server.call(operation, {"handle": self.facts["handle"], **(fields or {})}, arrays, self.sequence)

    def scores(self, operation: str, sequences: list[np.ndarray]) -> list[np.ndarray]:
        _, arrays = self.call(operation, arrays=_arrays(sequences))
        return wire.unpack(arrays["logprobs"], _arrays(sequences)["lengths"])

    def gradients(self, sequences: list[np.ndarray], coefficients: list[np.ndarray]) -> list[np.ndarray]:
        arrays = {**_arrays(sequences), "coefficients": np.concatenate(coefficients)}
        _, found = self.call("gradients", arrays=arrays)
        return wire.unpack(found["logprobs"], arrays["lengths"])

    def step(self, learning_rate: float) -> float:
        settings = {"learning_rate": learning_rate, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8}
        return self.call("optimizer_step", {"settings": {**settings, "weight_decay": 0.0, "max_grad_norm": 1.0}})[0]["grad_norm"]

    def close(self) -> None:
        self.server.call("close", {"handle": self.facts["handle"]})


def sample_all(server: Server, model: str, prompts: list[list[int]], per_prompt: int, tokens: int) -> dict[str, float]:
    """All completions at once; seconds do not count what loading took."""
    handle = server.call("open_sampler", {"model_folder": model, "adapter_folder": None})[0]["handle"]
    wanted = len(prompts) * per_prompt
    done = threading.Event()
    count = [0]

    def read() -> None:
        ended = 0
        for event in server.events(handle):
            if "error" in event:
                raise RuntimeError(event["error"])
            count[0] += "id" in event
            ended += bool(event.get("end"))
            if ended == wanted:
                done.set()

    threading.Thread(target=read, daemon=True).start()
    began = time.perf_counter()
    for row in range(wanted):
        settings = {"max_tokens": tokens, "temperature": 1.0, "top_p": 1.0, "top_k": 0, "min_p": 0.0, "seed": row}
        rest = {"stop_token_ids": [], "logit_bias": [], "top_logprobs": 0}
        group = row // per_prompt
        fields = {"handle": handle, "row": row, "prompt": prompts[group], "group": str(group), "limit": tokens, "is_constrained": False}
        server.call("sample", {**fields, "settings": {**settings, **rest}})
    if not done.wait(300):
        raise RuntimeError("Sampling did not end")
    seconds = time.perf_counter() - began
    server.call("close", {"handle": handle})
    return {"tokens": count[0], "seconds": seconds}


def _arrays(sequences: list[np.ndarray]) -> dict[str, np.ndarray]:
    flat, lengths = wire.pack(sequences, np.int32)
    return {"token_ids": flat, "lengths": lengths}
