/** As many topics are remembered one by one; a mark from before the oldest of them counts as one from before everything. */
const MAX_TOPICS = 10_000;

/** When each topic of a channel was told last, by this process's clock and while one connection listened, which has the name `id`. */
export class LastTold {
  readonly #id: string;
  readonly #at = new Map<string, number>();
  /** Everything before it is forgotten. */
  #floor = 0;

  constructor(id: string) {
    this.#id = id;
  }

  note(topic: string): void {
    // Those told last stand last.
    this.#at.delete(topic);
    this.#at.set(topic, performance.now());
    if (this.#at.size <= MAX_TOPICS) return;
    const [[oldest, at] = ["", 0]] = this.#at;
    this.#at.delete(oldest);
    this.#floor = at;
  }

  /** This moment, in words that say nothing of what was told. */
  mark(): string {
    return `${this.#id} ${performance.now()}`;
  }

  /** Whether the topic was told since a mark, or may have been. */
  isSince(topic: string, mark: string | null): boolean {
    const [id, time] = mark?.split(" ") ?? [];
    const at = Number(time);
    // Written so that a time which is no number counts as long ago.
    if (id !== this.#id || !(at > this.#floor)) return true;
    return (this.#at.get(topic) ?? 0) >= at;
  }
}

const MARK = /^\S+ \d+(\.\d+)?$/;

/** Whether `mark` is one of the listening that gave `other`; anybody may send anything for one. */
export function isMarkBeside(other: string | null, mark: string): boolean {
  return MARK.test(mark) && mark.split(" ")[0] === other?.split(" ")[0];
}
