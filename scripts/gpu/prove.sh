#!/bin/bash
# The engine of PyTorch against TRL, transformers and peft on this machine, over its own HTTP calls; the figures go into docs/benchmarks.md.
# Usage: [PYTHON=python3] [OUT=folder] scripts/gpu/prove.sh [--tiny] [--shapes 0.5B,1.5B,8B]
# The Python needs the packages of engines/torch, and trl. --tiny is for a look at the whole chain without a GPU.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${OUT:-$(mktemp -d)}
cd "$root/engines/torch"
"${PYTHON:-python3}" -m bench.prove --out "$out" --document "$root/docs/benchmarks.md" "$@"
cat "$out/section.md"
