import queue
import threading

import numpy as np
import torch
from conftest import PLACE, SEQUENCES
from transformers import AutoModelForCausalLM

from spindle_torch.philox import draws, uniforms
from spindle_torch.picker import Settings, pick, weights_of
from spindle_torch.policy import merged_model
from spindle_torch.sampler import Row, Sampler

DEFAULTS = {"top_p": 1.0, "top_k": 0, "min_p": 0.0, "logit_bias": [], "top_logprobs": 0, "stop_token_ids": []}


def settings(**changes) -> Settings:
    return Settings.of({"max_tokens": 12, "temperature": 1.0, "seed": 3, **DEFAULTS, **changes})


def completed(policy, rows: list[Row]) -> dict[int, list[tuple[int, float]]]:
    sampler = Sampler(merged_model(policy, PLACE), threading.RLock())
    events: queue.Queue = queue.Queue()
    sampler.emit = events.put
    for row in rows:
        sampler.add(row)
    found: dict[int, list[tuple[int, float]]] = {row.id: [] for row in rows}
    ended = 0
    while ended < len(rows):
        for event in events.get(timeout=60):
            assert "error" not in event, event
            if "ask" in event:
                sampler.answer(event["row"], {"allowed": np.arange(0, 61, 2)} if event["row"] % 2 else {"token": event["ask"][0]})
                continue
            found[event["row"]].append((event["id"], event["logprob"]))
            ended += bool(event.get("end"))
    sampler.close()
    return found


def test_rows_of_any_length_decoded_together_say_what_each_says_alone(policy):
    def rows():
        lengths = [5, 12, 7, 12]
        return [Row(i, ids.tolist(), settings(seed=i), lengths[i], None, i == 2) for i, ids in enumerate([*SEQUENCES, np.array([7])])]

    together = completed(policy, rows())
    for row in rows():
        alone = completed(policy, [row])[row.id]
        assert [token for token, _ in alone] == [token for token, _ in together[row.id]]
        np.testing.assert_allclose([p for _, p in alone], [p for _, p in together[row.id]], atol=1e-5)


def test_log_probabilities_are_those_of_the_plain_model(policy):
    plain = AutoModelForCausalLM.from_pretrained(str(policy.model))
    [prompt] = [SEQUENCES[0].tolist()]
    found = completed(policy, [Row(1, prompt, settings(temperature=1.4, top_k=9), 12, "group", False)])[1]
    ids = torch.tensor([prompt + [token for token, _ in found]])
    logprobs = torch.log_softmax(plain(input_ids=ids).logits[0], -1)
    expected = [float(logprobs[len(prompt) - 1 + place, token]) for place, (token, _) in enumerate(found)]
    np.testing.assert_allclose([p for _, p in found], expected, atol=1e-5)


def test_a_constraint_that_allows_nothing_drawn_is_asked_about_every_token(policy):
    row = Row(1, [5, 9], settings(logit_bias=[[3, 100.0]], top_k=1), 6, None, True)
    assert all(token % 2 == 0 for token, _ in completed(policy, [row])[1])


def test_filters_keep_what_they_should():
    logprobs = torch.log(torch.tensor([[0.4, 0.3, 0.2, 0.1]])).float()

    def kept(**changes):
        return (weights_of(logprobs, [settings(**changes)])[0] > 0).nonzero().flatten().tolist()

    assert kept(top_k=2) == [0, 1]
    assert kept(top_p=0.65) == [0, 1]
    assert kept(min_p=0.4) == [0, 1, 2]
    assert kept(top_k=3, top_p=0.5) == [0, 1]
    assert pick(weights_of(logprobs, [settings(temperature=0.0)]), [settings(temperature=0.0)], [0]) == [0]


def test_draws_have_the_model_s_odds():
    logprobs = torch.log_softmax(torch.tensor([[1.0, 0.0, -1.0]]), -1)
    weights = weights_of(logprobs, [settings()]).expand(4000, -1)
    counts = np.bincount(pick(weights, [settings(seed=s) for s in range(4000)], [0] * 4000), minlength=3)
    np.testing.assert_allclose(counts / 4000, logprobs.exp()[0], atol=0.03)


def test_random_numbers_are_those_of_the_other_engine():
    # By lib/engine/embedded/runtime/random.ts and decode/uniform.internal.ts.
    np.testing.assert_array_equal(uniforms(3407, "model.layers.0.self_attn.q_proj.lora_A", 5), RANDOM)
    np.testing.assert_array_equal(draws([7, -3, 2**40 + 5], [0, 9, 1], [0, 0, 2]), DRAWN)


RANDOM = [0.046405583154410124, 0.8795805510599166, 0.7373855165205896, 0.7325096884742379, 0.04356456338427961]
DRAWN = [0.4049440874724546, 0.5097996627365724, 0.021580288964596517]
