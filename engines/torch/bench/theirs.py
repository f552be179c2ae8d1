"""
The same steps by TRL (SFT and DPO) and by plain transformers and peft (GRPO's update, sampling), in a process of its own.

python -m bench.theirs <model> <adapter> <plan> <device> <dtype> <out.json>
"""

import contextlib
import gc
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from peft import PeftModel
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast, TrainerCallback
from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer

from bench.data import FULL, TINY, Plan, advantages, batch, pairs


def main(model: str, adapter: str, plan_name: str, device: str, dtype: str, out: str) -> None:
    plan = TINY if plan_name == "tiny" else FULL
    numbers = getattr(torch, dtype)
    base = AutoModelForCausalLM.from_pretrained(model, dtype=numbers, attn_implementation="sdpa").to(device)
    place = (base, adapter, device, numbers)
    found = {}
    for name, run in {"sampling": by_generate, "sft": by_sft, "dpo": by_dpo, "grpo": by_grpo}.items():
        gc.collect()
        if device == "cuda":
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
        found[name] = run(place, plan, Path(out).parent)
        found[name]["peak_bytes"] = torch.cuda.max_memory_allocated() if device == "cuda" else None
        Path(out).write_text(json.dumps(found))


class Clock(TrainerCallback):
    def __init__(self, device: str):
        self.device, self.seconds, self.losses = device, [], []

    def on_step_begin(self, *args, **kwargs):
        self.began = self._now()

    def on_step_end(self, *args, **kwargs):
        self.seconds.append(self._now() - self.began)

    def on_log(self, args, state, control, logs=None, **kwargs):
        if "loss" in logs:
            self.losses.append(logs["loss"])

    def _now(self) -> float:
        if self.device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter()

    @property
    def found(self) -> dict:
        return {"losses": self.losses, "seconds": float(np.median(self.seconds[2:]))}


def policy(place: tuple) -> PeftModel:
    base, adapter, _, _ = place
    return PeftModel.from_pretrained(base, adapter, is_trainable=True)


def settings(place: tuple, plan: Plan, rows: int, folder: Path) -> dict:
    _, _, device, dtype = place
    return {
        "output_dir": str(folder / "trl"),
        "per_device_train_batch_size": rows,
        "max_steps": plan.steps,
        "learning_rate": plan.learning_rate,
        "lr_scheduler_type": "constant",
        "adam_beta2": 0.999,
        "weight_decay": 0.0,
        "max_grad_norm": 1.0,
        "logging_steps": 1,
        "bf16": dtype == torch.bfloat16,
        "use_cpu": device == "cpu",
        "gradient_checkpointing": True,
        "gradient_checkpointing_kwargs": {"use_reentrant": False},
        "report_to": "none",
        "save_strategy": "no",
        "disable_tqdm": True,
        "dataloader_pin_memory": False,
        "max_length": plan.length,
    }


def tokenizer() -> PreTrainedTokenizerFast:
    inner = Tokenizer(WordLevel({"<pad>": 0, "<eos>": 1}, unk_token="<pad>"))
    return PreTrainedTokenizerFast(tokenizer_object=inner, pad_token="<pad>", eos_token="<eos>")


class InOrder:
    """The rows of a step in the order in which the other side takes them."""

    def _get_train_sampler(self, *args, **kwargs):
        return torch.utils.data.SequentialSampler(self.train_dataset)


class OrderedSft(InOrder, SFTTrainer):
    pass


class OrderedDpo(InOrder, DPOTrainer):
    def _prepare_dataset(self, dataset, *args, **kwargs):
        return dataset


def by_sft(place: tuple, plan: Plan, folder: Path) -> dict:
    model = policy(place)
    vocab = model.config.vocab_size
    rows = [row.tolist() for step in range(plan.steps) for row in batch(plan, step, vocab)]
    clock = Clock(place[2])
    arguments = SFTConfig(**settings(place, plan, plan.rows, folder), dataset_kwargs={"skip_prepare_dataset": True})
    data = Dataset.from_dict({"input_ids": rows, "labels": rows})
    OrderedSft(model=model, args=arguments, train_dataset=data, processing_class=tokenizer(), callbacks=[clock]).train()
    model.unload()
    return clock.found


def by_dpo(place: tuple, plan: Plan, folder: Path) -> dict:
    model = policy(place)
    rows = {"prompt_ids": [], "chosen_ids": [], "rejected_ids": []}
    for step in range(plan.steps):
        chosen, rejected, prompt = pairs(plan, step, model.config.vocab_size)
        for good, bad in zip(chosen, rejected, strict=True):
            rows["prompt_ids"].append(good[:prompt].tolist())
            rows["chosen_ids"].append(good[prompt:].tolist())
            rows["rejected_ids"].append(bad[prompt:].tolist())
    clock = Clock(place[2])
    arguments = DPOConfig(**settings(place, plan, plan.rows // 2, folder), beta=plan.beta)
    data = Dataset.from_dict(rows)
    OrderedDpo(model=model, args=arguments, train_dataset=data, processing_class=tokenizer(), callbacks=[clock]).train()
    model.unload()
    return clock.found


def by_grpo(place: tuple, plan: Plan, folder: Path) -> dict:
    model = policy(place)
    model.gradient_checkpointing_enable({"use_reentrant": False})
    model.train()
    _, _, device, dtype = place
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=plan.learning_rate, weight_decay=0.0)
    prompt = plan.length // 4
    clock = Clock(device)
    low = torch.autocast(device, dtype=dtype) if dtype != torch.float32 else contextlib.nullcontext()
    for number in range(plan.steps):
        clock.on_step_begin()
        ids = torch.tensor(np.stack(batch(plan, number, model.config.vocab_size)), dtype=torch.long, device=device)
        gains = torch.tensor(advantages(plan, number), device=device)[:, None]

        def logprobs(ids=ids):
            with low:
                logits = model(input_ids=ids[:, :-1], use_cache=False).logits
            return torch.log_softmax(logits.float(), -1).gather(-1, ids[:, 1:, None])[..., 0][:, prompt - 1 :]

        with torch.no_grad():
            old = logprobs()
        now = logprobs()
        ratios = (now - old).exp()
        loss = -(gains * torch.minimum(ratios, ratios.clamp(0.8, 1.2))).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        clock.losses.append(-float((gains * now).mean()))
        clock.on_step_end()
    model.unload()
    return clock.found


def by_generate(place: tuple, plan: Plan, folder: Path) -> dict:
    base, _, device, _ = place
    base.eval()
    rows = batch(plan, 0, base.config.vocab_size)
    each = plan.samples // len(rows)
    prompts = np.repeat(np.stack(rows)[:, : plan.length // 4], each, axis=0)
    ids = torch.tensor(prompts, dtype=torch.long, device=device)
    with torch.no_grad():
        for tokens in (4, plan.sample_tokens):
            began = Clock(device)._now()
            base.generate(
                ids,
                attention_mask=torch.ones_like(ids),
                max_new_tokens=tokens,
                min_new_tokens=tokens,
                do_sample=True,
                top_k=0,
                pad_token_id=0,
            )
            seconds = Clock(device)._now() - began
    return {"tokens": len(ids) * plan.sample_tokens, "seconds": seconds}


if __name__ == "__main__":
    main(*sys.argv[1:])
