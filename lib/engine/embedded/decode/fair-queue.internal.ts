/** First come, first served within a key; the keys take turns. */
export class FairQueue<T> {
  /** Each key's items, oldest first; the key whose turn it is stands first. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(key: string, item: T): void {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.#size += 1;
  }

  /** Whose turn it is; null when nobody waits. */
  peek(): T | null {
    for (const [item] of this.#lines.values()) return item ?? null;
    return null;
  }

  /** Takes the item whose turn it is; its key goes behind the others. */
  shift(): T | null {
    for (const [key, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      if (item === undefined) continue;
      this.#size -= 1;
      return item;
    }
    return null;
  }

  /** Whether the item waited. */
  remove(key: string, item: T): boolean {
    const line = this.#lines.get(key) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= 1;
    return true;
  }
}
