"""Checkpoints in `transformers`, `peft` and `torch`, as published: they say the same, with the same log-probabilities."""

import base64
import io
import json
import os
import tarfile
import tempfile
import time
from pathlib import Path

import torch
from peft import PeftModel
from promises import ENTITY, ask, download, equal, near, own, promise
from transformers import AutoModelForCausalLM, AutoTokenizer

BASE = Path(os.environ["SPINDLE_BASE_MODEL_FOLDER"])
PROJECT = own("checkpoints-python")
TOLERANCE = 1e-3
QUESTIONS = ["Are you open on Friday?", "respond with exactly one of yes, no", "Say hello."]
ROWS = [
    {"messages": [{"role": "user", "content": q}, {"role": "assistant", "content": "We never close."}]}
    for q in ["When do you open?", "Are you open today?", "What are your hours?", "Is the shop open now?"] * 4
]


def trained(name: str, training: dict) -> tuple[str, Path]:
    """Registers a model, trains it, and unpacks its newest checkpoint. Answers its reference and that folder."""
    model = ask(
        "POST",
        "/v1/preview/models",
        {"entity": ENTITY, "project": PROJECT, "name": name, "base_model": "spindle-mini", "training": training},
    )
    data = "".join(json.dumps(row) + "\n" for row in ROWS)
    job = ask(
        "POST",
        "/v1/preview/sft-training-jobs",
        {
            "model_id": model["id"],
            "training_data_url": "data:application/jsonl;base64," + base64.b64encode(data.encode()).decode(),
            "config": {"batch_size": 2, "learning_rate": 5e-4},
        },
    )
    path = f"/v1/preview/training-jobs/{job['id']}"
    while (state := ask("GET", path)["status"]) not in ("COMPLETED", "FAILED", "CANCELLED"):
        time.sleep(0.5)
    equal(state, "COMPLETED")
    return f"wandb-artifact:///{ENTITY}/{PROJECT}/{name}", unpacked(f"/v1/preview/models/{model['id']}/checkpoints/1/download")


def unpacked(path: str) -> Path:
    archive = download(path)
    folder = Path(tempfile.mkdtemp(prefix="spindle-conformance-"))
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
    found = [file.parent for name in ("adapter_config.json", "config.json") for file in folder.rglob(name)]
    return found[0]


@torch.no_grad()
def compare(reference: str, network: torch.nn.Module) -> float:
    """The largest difference between the service's log-probabilities and those that the network gives the same tokens."""
    worst = 0.0
    for question in QUESTIONS:
        reply = ask(
            "POST",
            "/v1/chat/completions",
            {"model": reference, "messages": [{"role": "user", "content": question}], "max_tokens": 12, "temperature": 1.0, "seed": 3},
        )
        choice = reply["choices"][0]
        prompt, said = choice["prompt_token_ids"], choice["token_ids"]
        logits = network(torch.tensor([prompt + said])).logits[0].float()
        expected = torch.log_softmax(logits, -1)[len(prompt) - 1 : -1]
        for at, token in enumerate(choice["logprobs"]["content"]):
            worst = max(worst, abs(token["logprob"] - float(expected[at, said[at]])))
    return worst


with promise("the bundled base model: transformers gives its tokens the same log-probabilities"):
    base = AutoModelForCausalLM.from_pretrained(BASE, dtype=torch.float32).eval()
    near(compare("spindle-mini", base), 0, TOLERANCE)

with promise("its tokenizer and chat template make the same prompts"):
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    for question in QUESTIONS:
        messages = [{"role": "user", "content": question}]
        reply = ask("POST", "/v1/chat/completions", {"model": "spindle-mini", "messages": messages, "max_tokens": 1})
        ids = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
        equal(list(ids), reply["prompt_token_ids"])

with promise("a LoRA checkpoint is a PEFT adapter with the same log-probabilities"):
    reference, folder = trained("lora", {"mode": "lora", "rank": 8, "alpha": 16})
    adapted = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(BASE, dtype=torch.float32), folder).eval()
    near(compare(reference, adapted), 0, TOLERANCE)

with promise("a fully trained checkpoint is a Hugging Face model with the same log-probabilities"):
    reference, folder = trained("full", {"mode": "full"})
    whole = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    near(compare(reference, whole), 0, TOLERANCE)
    changed = float((whole.get_input_embeddings().weight - base.get_input_embeddings().weight).abs().max())
    equal(changed > 0, True)
