"""TRL, as published, on a version of a dataset and a checkpoint as the service exports both: nothing is converted between."""

import math
import tempfile

import datasets
import torch
from making import a_checkpoint, a_version, unpacked
from promises import ENTITY, equal, near, own, promise
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import DPOConfig, DPOTrainer

PROJECT = own("trl-python")
BATCH = 4
TOOLS = [{"type": "function", "function": {"name": "track", "parameters": {"type": "object"}}}]


def a_pair(at: int) -> dict:
    """Every other one offers a tool, since a column of tables holds what only some rows have."""
    return {
        "prompt": [
            {"role": "system", "content": "You answer for a shop."},
            {"role": "user", "content": f"Are you open on day {at}?"},
        ],
        "chosen": [{"role": "assistant", "content": "We never close."}],
        "rejected": [{"role": "assistant", "content": "Who knows?"}],
        **({"tools": TOOLS} if at % 2 else {}),
    }


with promise("load_dataset reads an exported version of pairs, and transformers a checkpoint, for TRL"):
    version = a_version(f"{ENTITY}/{PROJECT}", "preference", [a_pair(at) for at in range(20)])
    rows = datasets.load_dataset(str(unpacked(f"{version}hf")), cache_dir=tempfile.mkdtemp())
    equal(sorted(rows), ["test", "train"])
    _, folder = a_checkpoint(PROJECT, "whole", {"mode": "full"})
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    tokenizer = AutoTokenizer.from_pretrained(folder)

with promise("DPOTrainer takes a batch of it: one step, which begins at the loss of a model that prefers nothing"):
    before = model.get_input_embeddings().weight.detach().clone()
    output = tempfile.mkdtemp()
    trainer = DPOTrainer(
        model=model,
        args=DPOConfig(
            output_dir=output,
            max_steps=1,
            per_device_train_batch_size=BATCH,
            learning_rate=1e-4,
            logging_steps=1,
            save_strategy="no",
            report_to="none",
            use_cpu=True,
            bf16=False,
            disable_tqdm=True,
        ),
        train_dataset=rows["train"],
        processing_class=tokenizer,
    )
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    equal(len(losses), 1)
    # Model and reference are the same yet, so that each pair costs as much as a coin.
    near(losses[0], math.log(2), 1e-3)
    moved = float((model.get_input_embeddings().weight - before).abs().max())
    equal(math.isfinite(moved) and moved > 0, True)
