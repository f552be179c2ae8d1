"""Checkpoints in `transformers`, `peft` and `torch`, as published: they say the same, with the same log-probabilities."""

import os
from pathlib import Path

import torch
from making import a_checkpoint
from peft import PeftModel
from promises import ask, equal, near, own, promise
from transformers import AutoModelForCausalLM, AutoTokenizer

BASE = Path(os.environ["SPINDLE_BASE_MODEL_FOLDER"])
PROJECT = own("checkpoints-python")
TOLERANCE = 1e-3
QUESTIONS = ["Are you open on Friday?", "respond with exactly one of yes, no", "Say hello."]


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
    reference, folder = a_checkpoint(PROJECT, "lora", {"mode": "lora", "rank": 8, "alpha": 16})
    adapted = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(BASE, dtype=torch.float32), folder).eval()
    near(compare(reference, adapted), 0, TOLERANCE)

with promise("a fully trained checkpoint is a Hugging Face model with the same log-probabilities"):
    reference, folder = a_checkpoint(PROJECT, "full", {"mode": "full"})
    whole = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    near(compare(reference, whole), 0, TOLERANCE)
    changed = float((whole.get_input_embeddings().weight - base.get_input_embeddings().weight).abs().max())
    equal(changed > 0, True)
