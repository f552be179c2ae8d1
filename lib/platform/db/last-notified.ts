/** The most topics to remember; a mark older than the oldest of them counts as older than everything. */
const MAX_TOPICS = 10_000;

/** When each topic of a channel was last notified, by this process's clock, while the connection named `id` listened. */
export class LastNotified {
  readonly #id: string;
  readonly #at = new Map<string, number>();
  /** Everything before it is forgotten. */
  #floor = 0;

  constructor(id: string) {
    this.#id = id;
  }

  note(topic: string): void {
    // Keeps the most recently notified last.
    this.#at.delete(topic);
    this.#at.set(topic, performance.now());
    if (this.#at.size <= MAX_TOPICS) return;
    const [[oldest, at] = ["", 0]] = this.#at;
    this.#at.delete(oldest);
    this.#floor = at;
  }

  /** The current moment, as text that reveals nothing about the topics. */
  mark(): string {
    return `${this.#id} ${performance.now()}`;
  }

  /** Whether the topic was notified since a mark, or may have been. */
  isSince(topic: string, mark: string | null): boolean {
    const [id, time] = mark?.split(" ") ?? [];
    const at = Number(time);
    // Written so that NaN counts as long ago.
    if (id !== this.#id || !(at > this.#floor)) return true;
    return (this.#at.get(topic) ?? 0) >= at;
  }
}

const MARK = /^\S+ \d+(\.\d+)?$/;

/** Whether `mark` is one of the listening that gave `other`; anybody may send anything for one. */
export function isMarkBeside(other: string | null, mark: string): boolean {
  return MARK.test(mark) && mark.split(" ")[0] === other?.split(" ")[0];
}
