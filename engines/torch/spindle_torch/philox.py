"""The random numbers that Spindle's other engine draws, so that both begin with the same adapter and draw the same tokens.

Ten rounds of Philox 4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
"""

import numpy as np

ROUNDS = 10
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
WORD = 0xFFFFFFFF
SAMPLING = 0x73616D70


Words = np.ndarray | int


def philox(counter: list[Words], key: tuple[Words, Words]) -> list[np.ndarray]:
    """Four random words for each counter and key; words are unsigned and held in 64 bits."""
    c0, c1, c2, c3 = (np.asarray(word, dtype=np.uint64) for word in counter)
    k0, k1 = (np.asarray(word, dtype=np.uint64) for word in key)
    for _ in range(ROUNDS):
        first, second = c0 * np.uint64(MULTIPLIERS[0]), c2 * np.uint64(MULTIPLIERS[1])
        c0, c1, c2, c3 = (
            (second >> np.uint64(32)) ^ c1 ^ k0,
            second & np.uint64(WORD),
            (first >> np.uint64(32)) ^ c3 ^ k1,
            first & np.uint64(WORD),
        )
        k0, k1 = (k0 + np.uint64(WEYL[0])) & np.uint64(WORD), (k1 + np.uint64(WEYL[1])) & np.uint64(WORD)
    return [c0, c1, c2, c3]


def uniforms(seed: int, stream: str, count: int) -> np.ndarray:
    """Numbers in [0, 1) of a named stream, in float64."""
    blocks = np.arange((count + 3) // 4, dtype=np.uint64)
    counter = [blocks & np.uint64(WORD), blocks >> np.uint64(32), seed >> 32, 0]
    words = philox(counter, (seed & WORD, _fnv1a(stream)))
    return np.stack(words, axis=1).reshape(-1)[:count] / 2.0**32


def draws(seeds: list[int], positions: list[int], attempts: list[int]) -> np.ndarray:
    """What completions draw at their positions: 53 random bits each, decided by the arguments alone."""
    key = (np.array([seed & WORD for seed in seeds]), np.array([(seed >> 32) & WORD for seed in seeds]))
    high, low, _, _ = philox([np.array(positions), np.array(attempts), SAMPLING, 0], key)
    return (high * np.uint64(2**21) + (low >> np.uint64(11))) / 2.0**53


def _fnv1a(text: str) -> int:
    value = 0x811C9DC5
    for unit in np.frombuffer(text.encode("utf-16-le"), dtype=np.uint16):
        value = ((value ^ int(unit)) * 0x01000193) & WORD
    return value
