/** The number of places, and the share of one caller. */
type TurnRules = {
  readonly places: number;
  /** Places of one caller at a time. */
  readonly placesOfOne: number;
  /** How many of one caller may wait. */
  readonly waitingOfOne: number;
  readonly waitMs: number;
  readonly refusal: (why: Why) => Error;
};

/** `isStuck` if nothing was done while this one waited; `waiting` counts the caller's other requests. */
type Why = { readonly isStuck: boolean; readonly waiting: number };

/** Gives a place back; `isDone` says whether its work was done. */
export type GiveBack = (isDone: boolean) => void;

type Waiter = { readonly call: () => void };

/**
 * Grants places to callers, each in a line of its own. A free place goes to the next line that may have one, round robin, so that a caller who
 * asks for hundreds mostly delays itself. Requests of nobody in particular (null) have a line like any other, without a share.
 */
export class Turns {
  readonly #rules: TurnRules;
  /** In the order of the round. */
  readonly #lines = new Map<string | null, Set<Waiter>>();
  readonly #held = new Map<string | null, number>();
  #free: number;
  #doneAt = Number.NEGATIVE_INFINITY;

  constructor(rules: TurnRules) {
    this.#rules = rules;
    this.#free = rules.places;
  }

  get isWaitedFor(): boolean {
    return this.#lines.size > 0;
  }

  async take(caller: string | null): Promise<GiveBack> {
    // If a place is free, the waiting callers already have their share.
    if (this.#free > 0 && this.#mayHave(caller)) return this.#lend(caller);
    const waiting = this.#lines.get(caller)?.size ?? 0;
    if (waiting >= this.#rules.waitingOfOne) throw this.#rules.refusal({ isStuck: false, waiting });
    await this.#wait(caller);
    return this.#giveBackOf(caller);
  }

  #wait(caller: string | null): Promise<void> {
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const waiter = {
        call: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#leave(caller, waiter);
        const waiting = this.#lines.get(caller)?.size ?? 0;
        reject(this.#rules.refusal({ isStuck: this.#doneAt < since, waiting }));
      }, this.#rules.waitMs);
      const line = this.#lines.get(caller) ?? new Set();
      this.#lines.set(caller, line.add(waiter));
    });
  }

  #leave(caller: string | null, waiter: Waiter): void {
    const line = this.#lines.get(caller);
    line?.delete(waiter);
    if (line?.size === 0) this.#lines.delete(caller);
  }

  #lend(caller: string | null): GiveBack {
    this.#free--;
    this.#held.set(caller, this.#heldBy(caller) + 1);
    return this.#giveBackOf(caller);
  }

  #giveBackOf(caller: string | null): GiveBack {
    let isBack = false;
    return (isDone) => {
      if (isBack) return;
      isBack = true;
      if (isDone) this.#doneAt = performance.now();
      const held = this.#heldBy(caller) - 1;
      if (held > 0) this.#held.set(caller, held);
      else this.#held.delete(caller);
      this.#free++;
      this.#callNext();
    };
  }

  #callNext(): void {
    for (const [caller, line] of this.#lines) {
      const [waiter] = line;
      if (!waiter || !this.#mayHave(caller)) continue;
      this.#lines.delete(caller);
      line.delete(waiter);
      if (line.size > 0) this.#lines.set(caller, line);
      this.#lend(caller);
      waiter.call();
      return;
    }
  }

  #mayHave(caller: string | null): boolean {
    return caller === null || this.#heldBy(caller) < this.#rules.placesOfOne;
  }

  #heldBy(caller: string | null): number {
    return this.#held.get(caller) ?? 0;
  }
}
