/** Which keys go first: those of the lowest rank; those of none are passed over. */
export type Rank = (key: string) => number | null;

/** First come, first served within a key; of keys that rank alike each has its turn. */
export class FairQueue<T> {
  /** Each key's items, oldest first; the key whose turn it is comes first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, item: T): void {
    this.#lineOf(key).push(item);
    this.#size += 1;
  }

  /** Before the others of its key. */
  putBack(key: string, item: T): void {
    this.#lineOf(key).unshift(item);
    this.#size += 1;
  }

  /** Whose turn it is; null when nobody is to have one. */
  peek(rank: Rank): T | null {
    let next: T | null = null;
    let lowest = Number.POSITIVE_INFINITY;
    for (const [key, [item]] of this.#lines) {
      const own = rank(key);
      if (item === undefined || own === null || own >= lowest) continue;
      next = item;
      lowest = own;
    }
    return next;
  }

  /** Takes a key's first item, and moves the key to the end of the order. */
  take(key: string): void {
    const line = this.#lines.get(key) ?? [];
    if (line.shift() !== undefined) this.#size -= 1;
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
  }

  remove(key: string, item: T): void {
    const line = this.#lines.get(key) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= 1;
  }

  /** Takes everything. */
  empty(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return items;
  }

  #lineOf(key: string): T[] {
    const line = this.#lines.get(key) ?? [];
    this.#lines.set(key, line);
    return line;
  }
}
