/** Of each call, the answered ones above it. The way up to the nearest one is walked once. */
export class AnsweredAbove {
  readonly #answered: { has(id: string): boolean };
  readonly #parents: ReadonlyMap<string, string | null>;
  readonly #nearest = new Map<string, string | null>();

  constructor(
    answered: { has(id: string): boolean },
    below: readonly { id: string; parentId: string | null }[],
  ) {
    this.#answered = answered;
    this.#parents = new Map(below.map(({ id, parentId }) => [id, parentId]));
  }

  /** The nearest first. Calls that name each other as parents are met once, and none is above itself. */
  of(id: string): ReadonlySet<string> {
    const above = new Set<string>();
    for (let at = this.#nearestTo(id); at !== null && !above.has(at); at = this.#nearestTo(at)) above.add(at);
    above.delete(id);
    return above;
  }

  #nearestTo(id: string): string | null {
    const way = new Set<string>();
    let at: string | null = id;
    let found: string | null | undefined;
    while (at !== null && !way.has(at)) {
      found = this.#nearest.get(at);
      if (found !== undefined) break;
      way.add(at);
      at = this.#parents.get(at) ?? null;
      if (at !== null && this.#answered.has(at)) {
        found = at;
        break;
      }
    }
    for (const one of way) this.#nearest.set(one, found ?? null);
    return found ?? null;
  }
}
