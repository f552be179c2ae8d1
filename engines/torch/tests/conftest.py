from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from spindle_torch.policy import Files, Place

PLACE = Place(torch.device("cpu"), torch.float32, recomputes=True)
LORA = {"mode": "lora", "rank": 4, "alpha": 8, "targets": ["q_proj", "v_proj"]}
SEQUENCES = [np.array(ids, dtype=np.int32) for ids in ([5, 17, 33, 17, 9, 2], [8, 21], list(range(3, 40)))]


@pytest.fixture(scope="session")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder: Path = tmp_path_factory.mktemp("models") / "tiny"
    torch.manual_seed(1)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
    config = LlamaConfig(vocab_size=61, num_key_value_heads=2, max_position_embeddings=64, initializer_range=0.3, **sizes)
    LlamaForCausalLM(config).save_pretrained(str(folder))
    return Files(folder, None)
