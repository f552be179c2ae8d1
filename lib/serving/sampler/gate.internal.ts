/** A caller may hold at most this many times the free room, so that others always find some. */
const OWN_BY_FREE = 4;

/** How many pieces of work are under way or waiting. */
export class Gate {
  readonly #capacity: number;
  readonly #inside = new Map<string, number>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Admits so many pieces and returns their release; null if there is no room. A single request that is too large may enter if nothing else is inside. */
  enter(caller: string, count: number): (() => void) | null {
    const all = [...this.#inside.values()].reduce((sum, inside) => sum + inside, 0);
    const free = this.#capacity - all;
    const own = (this.#inside.get(caller) ?? 0) + count;
    if (all > 0 && (count > free || own > OWN_BY_FREE * free)) return null;
    this.#inside.set(caller, own);
    return () => this.#leave(caller, count);
  }

  #leave(caller: string, count: number): void {
    const left = (this.#inside.get(caller) ?? 0) - count;
    if (left > 0) this.#inside.set(caller, left);
    else this.#inside.delete(caller);
  }
}
