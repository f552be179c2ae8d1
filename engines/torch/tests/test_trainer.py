"""Numbers against torch's own: autograd over the plain model, and torch.optim.AdamW."""

import numpy as np
import pytest
import torch
from conftest import LORA, PLACE, SEQUENCES
from transformers import AutoModelForCausalLM

from spindle_torch.adamw import AdamW, Settings
from spindle_torch.errors import CorruptFiles, UnsupportedModel
from spindle_torch.trainer import Trainer

COEFFICIENTS = [np.linspace(-1, 1, len(ids)).astype(np.float32) for ids in SEQUENCES]


def plain_logprobs(model, ids):
    logits = model(input_ids=torch.tensor(ids[None, :-1], dtype=torch.long)).logits[0]
    return torch.log_softmax(logits, -1).gather(1, torch.tensor(ids[1:, None], dtype=torch.long))[:, 0]


@pytest.mark.parametrize("budget", [8, 4096])
def test_gradients_are_those_of_the_plain_model_whatever_is_computed_together(policy, budget):
    plain = AutoModelForCausalLM.from_pretrained(str(policy.model))
    loss = -sum((torch.tensor(c[1:]) * plain_logprobs(plain, ids)).sum() for ids, c in zip(SEQUENCES, COEFFICIENTS, strict=True))
    loss.backward()
    expected = dict(plain.named_parameters())
    trainer = Trainer(policy, PLACE, {"mode": "full"}, budget)
    found = trainer.gradients(SEQUENCES, COEFFICIENTS)["logprobs"]
    for ids, logprobs in zip(SEQUENCES, found, strict=True):
        assert logprobs[0] == 0
        np.testing.assert_allclose(logprobs[1:], plain_logprobs(plain, ids).detach(), atol=1e-5)
    for name, parameter in zip(trainer.names, trainer.optimizer.parameters, strict=True):
        torch.testing.assert_close(parameter.grad, expected[name].grad, atol=1e-5, rtol=1e-4)


@pytest.mark.parametrize("budget", [8, 4096])
def test_what_was_scored_to_train_has_the_same_gradient_without_another_forward_pass(policy, budget):
    once, twice = (Trainer(policy, PLACE, LORA, budget) for _ in range(2))
    scored = once.score_to_train(SEQUENCES)["logprobs"]
    runs = count_forwards(once)
    once.gradients(SEQUENCES, COEFFICIENTS)
    assert (len(runs) == 0) == (budget == 4096)
    again = twice.gradients(SEQUENCES, COEFFICIENTS)["logprobs"]
    for one, other in zip(scored, again, strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(once.optimizer.parameters, twice.optimizer.parameters, strict=True):
        assert torch.equal(one.grad, other.grad)


def test_what_was_scored_is_not_taken_for_other_sequences(policy):
    once, plain = (Trainer(policy, PLACE, LORA, 4096) for _ in range(2))
    once.score_to_train([np.flip(ids).copy() for ids in SEQUENCES])
    for trainer in (once, plain):
        trainer.gradients(SEQUENCES, COEFFICIENTS)
    for one, other in zip(once.optimizer.parameters, plain.optimizer.parameters, strict=True):
        assert torch.equal(one.grad, other.grad)


def test_steps_are_those_of_torch(policy):
    start = [torch.randn(3, 4), torch.randn(4)]
    ours, theirs = ([torch.nn.Parameter(p.clone()) for p in start] for _ in range(2))
    optimizer = AdamW(ours)
    groups = [{"params": theirs[:1], "weight_decay": 0.1}, {"params": theirs[1:], "weight_decay": 0.0}]
    other = torch.optim.AdamW(groups, lr=0.02, betas=(0.9, 0.99), eps=1e-8)
    for _ in range(5):
        gradients = [torch.randn_like(p) * 3 for p in start]
        for one, two, gradient in zip(ours, theirs, gradients, strict=True):
            one.grad, two.grad = gradient.clone(), gradient.clone()
        norm = torch.linalg.vector_norm(torch.cat([g.flatten() for g in gradients]))
        assert optimizer.step(Settings(0.02, 0.9, 0.99, 1e-8, 0.1, 1.0)) == pytest.approx(float(norm))
        for two in theirs:
            two.grad *= min(1.0, 1.0 / norm)
        other.step()
    for one, two in zip(ours, theirs, strict=True):
        torch.testing.assert_close(one, two, atol=1e-6, rtol=1e-5)


def test_a_damaged_or_foreign_snapshot_changes_nothing(policy, tmp_path):
    trainer = Trainer(policy, PLACE, LORA, 4096)
    before = trainer.weights_now()
    trainer.snapshot(tmp_path)
    state = tmp_path / "state.safetensors"
    whole = state.read_bytes()
    state.write_bytes(whole[:-1] + b"\x01")
    with pytest.raises(CorruptFiles, match="has changed"):
        trainer.restore(tmp_path)
    state.write_bytes(whole)
    with pytest.raises(CorruptFiles, match="another model or method"):
        Trainer(policy, PLACE, {**LORA, "targets": ["q_proj"]}, 4096).restore(tmp_path)
    assert all(torch.equal(a, b) for a, b in zip(before, trainer.weights_now(), strict=True))


def test_a_target_that_there_is_none_of_is_refused(policy):
    with pytest.raises(UnsupportedModel):
        Trainer(policy, PLACE, {**LORA, "targets": ["nowhere"]}, 4096)


def count_forwards(trainer: Trainer) -> list:
    runs = []
    trainer.model.register_forward_hook(lambda *args: runs.append(1))
    return runs
