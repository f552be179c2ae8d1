/** Seeded draws; the same seed gives the same draws on every machine. */
export class Random {
  #state: number;

  /** Equal parts give equal draws; parts may be numbers or words. */
  constructor(...seed: readonly (number | string)[]) {
    this.#state = hash32(seed.join("/"));
  }

  /** At least 0 and below 1. Mulberry32, by Tommy Ettinger, in the public domain. */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.uniform() * (most - least + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.integer(0, list.length - 1)];
    if (picked === undefined) throw new RangeError("Nothing can be picked from an empty list");
    return picked;
  }

  /** Different members in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    if (count > list.length)
      throw new RangeError(`${count} different members cannot be drawn from ${list.length}`);
    const rest = [...list];
    return Array.from({ length: count }, () => {
      const [drawn] = rest.splice(this.integer(0, rest.length - 1), 1);
      if (drawn === undefined) throw new RangeError("The list ran out");
      return drawn;
    });
  }

  shuffle<T>(list: readonly T[]): T[] {
    return this.sample(list, list.length);
  }
}

/** FNV-1a over UTF-16 code units, then mixed so that near texts give far numbers. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
