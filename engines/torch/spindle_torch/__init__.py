"""Spindle's engine on PyTorch. `python -m spindle_torch` serves it; `server.py` says how it is asked."""
