import { setImmediate as othersTurn, setTimeout as pause } from "node:timers/promises";

/** Beside chat, scoring computes a quarter of the time: who chats waits for the next token, and who scores for the whole. */
const PAUSE_BY_RUN = 3;

type Clock = { now(): number; pause(ms: number): Promise<unknown> };
const CLOCK: Clock = { now: () => performance.now(), pause: (ms) => pause(ms) };

/** Lets one run of scoring happen at a time: the keys take turns, and while somebody chats each run is followed by a pause. */
export class ScoreTurns {
  readonly #isBusy: () => boolean;
  readonly #clock: Clock;
  /** Each key's runs, oldest first; the key whose turn it is stands first. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>();
  #isRunning = false;

  /** `isBusy` says whether somebody chats. */
  constructor(isBusy: () => boolean, clock = CLOCK) {
    this.#isBusy = isBusy;
    this.#clock = clock;
  }

  take<T>(key: string, run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const line = this.#lines.get(key) ?? [];
    line.push(() => run().then(resolve, reject));
    this.#lines.set(key, line);
    if (!this.#isRunning) void this.#runAll();
    return promise;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let run = this.#next(); run; run = this.#next()) {
      const start = this.#clock.now();
      await run();
      await othersTurn();
      if (this.#isBusy()) await this.#clock.pause(PAUSE_BY_RUN * (this.#clock.now() - start));
    }
    this.#isRunning = false;
  }

  /** The first run of the key whose turn it is; the key then stands last. */
  #next(): (() => Promise<void>) | null {
    const [first] = this.#lines;
    if (!first) return null;
    const [key, line] = first;
    const run = line.shift() ?? null;
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
    return run;
  }
}
