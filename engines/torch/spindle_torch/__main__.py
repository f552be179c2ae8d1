"""
`SPINDLE_TORCH_TOKEN=… python -m spindle_torch [--port N] [--device cuda|cpu] [--dtype bfloat16|float32] [--keep-activations] [--stays]`

Says where it listens as one line of JSON. Ends when its standard input does, so that no parent leaves it behind; with `--stays` it lives
by itself.
"""

import argparse
import json
import os
import sys
import threading
import time


def main() -> None:
    # Products on a GPU are summed in one order; must be set before torch is loaded.
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    os.environ["HF_HUB_OFFLINE"] = "1"
    asked = _arguments()
    token = os.environ.pop("SPINDLE_TORCH_TOKEN", "")
    if len(token) < 16:
        sys.exit("SPINDLE_TORCH_TOKEN must be at least 16 characters that only you know")
    if not asked.stays:
        threading.Thread(target=_end_with_parent, daemon=True).start()

    import torch
    from transformers.utils import logging

    from .engine import Engine
    from .policy import Place
    from .server import serve

    logging.disable_progress_bar()
    # Strictly: where it only warns, attention's backward pass on a GPU still adds in any order.
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False
    # It has no backward pass that adds in one order.
    torch.backends.cuda.enable_cudnn_sdp(False)
    device = torch.device(asked.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    dtype = asked.dtype or ("bfloat16" if device.type == "cuda" else "float32")
    engine = Engine(Place(device, getattr(torch, dtype), recomputes=not asked.keep_activations))
    server = serve(engine, token, asked.port)
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_address[1]}"}), flush=True)
    while True:
        time.sleep(10)
        engine.close_silent()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="spindle_torch")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--device")
    parser.add_argument("--dtype", choices=["bfloat16", "float32"])
    parser.add_argument("--keep-activations", action="store_true")
    parser.add_argument("--stays", action="store_true")
    return parser.parse_args()


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os._exit(0)


main()
