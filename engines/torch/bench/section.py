"""The section of docs/benchmarks.md."""

import re
from pathlib import Path

TITLE = "PyTorch engine on"
GAP = "Losses differ at most by"
KINDS = {"sft": "SFT", "dpo": "DPO", "grpo": "GRPO update", "sampling": "sampling"}
THEIRS = {"sft": "TRL", "dpo": "TRL", "grpo": "transformers + peft", "sampling": "transformers `generate`"}


def section_of(results: dict) -> str:
    machine = results["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    first = next(iter(results["shapes"].values()))
    lines = [
        f"## {TITLE} {machine['device']}",
        "",
        f"Written by `scripts/gpu/prove.sh` on {machine['date']}. Python {machine['python']}, {packages}.",
        f"Models of random weights; LoRA of rank {first['rank']} on all projections, {first['dtype']}, activations recomputed;",
        f"{first['rows']} rows of {first['length']} tokens a step (DPO: {first['rows'] // 2} pairs of them). Ours goes over the engine's",
        "own HTTP calls, with coefficients computed by the caller. Both sides begin with the same adapter and see the same data; the",
        "middle of the steps after two counts. Losses that are sums over a sequence (DPO) differ most, by what bfloat16 rounds.",
        "",
        line(["Shape", "What", "Ours, tokens/s", "Theirs", "Tokens/s", "Ours ÷ theirs", "Ours, peak GiB", "Theirs, peak GiB", GAP]),
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for shape, facts in results["shapes"].items():
        lines += [row_of(shape, kind, facts) for kind in KINDS if kind in facts["ours"]]
    exact = [shape for shape, facts in results["shapes"].items() if facts["ours"]["repeats_to_the_bit"]]
    lines += ["", f"Ours, restored from the snapshot of the start, repeated its losses to the bit: {', '.join(exact) or 'no shape'}."]
    return "\n".join(lines) + "\n"


def put_section(document: Path, section: str) -> None:
    """In the place of its older self, or at the end; all else stays."""
    first, *others = re.split(r"^(?=## )", document.read_text("utf-8"), flags=re.MULTILINE)
    title = section.split("\n", 1)[0]
    at = next((index for index, other in enumerate(others) if other.split("\n", 1)[0] == title), len(others))
    others[at : at + 1] = [section]
    document.write_text("\n".join(part.rstrip() + "\n" for part in [first, *others]), "utf-8")


def row_of(shape: str, kind: str, facts: dict) -> str:
    ours, theirs = facts["ours"][kind], facts["theirs"].get(kind)
    mine = speed(ours, facts)
    cells = [shape, KINDS[kind], f"{mine:,.0f}", THEIRS[kind]]
    if theirs is None:
        return line([*cells, "failed", "", gib(ours), "", ""])
    other = speed(theirs, facts)
    return line([*cells, f"{other:,.0f}", f"{mine / other:.2f}", gib(ours), gib(theirs), difference(ours, theirs)])


def speed(one: dict, facts: dict) -> float:
    return one.get("tokens", facts["rows"] * facts["length"]) / one["seconds"]


def gib(one: dict) -> str:
    return "" if one.get("peak_bytes") is None else f"{one['peak_bytes'] / 2**30:.1f}"


def difference(ours: dict, theirs: dict) -> str:
    if "losses" not in ours:
        return ""
    worst = max(abs(a - b) for a, b in zip(ours["losses"], theirs["losses"], strict=True))
    return f"{worst:.1e} of {ours['losses'][0]:.2f} … {ours['losses'][-1]:.2f}"


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
