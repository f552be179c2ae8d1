/** Those who lately asked for too much, at most. */
const MAX_COSTLY = 1_000;

/**
 * What waits, in a line for each asker, of whom one thing is done at a time. Lines are served in a round, so that who asks for much delays nobody but
 * itself.
 */
export class AskerLines<Job> {
  readonly #lines = new Map<string, Job[]>();
  readonly #busy = new Set<string>();
  readonly #costly = new Set<string>();

  add(asker: string, job: Job): void {
    const line = this.#lines.get(asker);
    if (line) line.push(job);
    else this.#lines.set(asker, [job]);
  }

  /** Takes the next one, of somebody whose last one is done; those who asked for too much wait unless they `mayCost`. */
  take(mayCost: boolean): { asker: string; job: Job } | null {
    for (const [asker, line] of this.#lines) {
      if (this.#busy.has(asker) || (this.#costly.has(asker) && !mayCost)) continue;
      const job = line.shift();
      this.#lines.delete(asker);
      if (line.length > 0) this.#lines.set(asker, line);
      if (job === undefined) continue;
      this.#busy.add(asker);
      return { asker, job };
    }
    return null;
  }

  /** Says that what was taken is done, and whether it was too much. */
  done(asker: string, isCostly: boolean): void {
    this.#busy.delete(asker);
    this.#costly.delete(asker);
    if (isCostly) this.#costly.add(asker);
    const [first] = this.#costly;
    if (this.#costly.size > MAX_COSTLY && first !== undefined) this.#costly.delete(first);
  }

  /** Takes all that waits. */
  takeAll(): Job[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    return all;
  }
}
