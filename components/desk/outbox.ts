/** Something to tell the server about an item. `run` may be called again until it goes through. */
export type Job = {
  /** Jobs about the same item run one after the other. */
  itemId: string;
  /** Whether an annotator's answers are in it, which must not be lost. */
  carriesAnswers: boolean;
  run: () => Promise<void>;
  onDone?: () => void;
  /** The server will not have it: trying again would not help. */
  onRefused: (error: unknown) => void;
};

export type OutboxState = {
  /** Jobs with answers that have not gone through. */
  waiting: number;
  /** Whether one of them has failed and is to be tried again. */
  isStuck: boolean;
};

type OutboxSettings = {
  /** Whether an error is final, after that many failures. */
  isFinal: (error: unknown, failures: number) => boolean;
  /** Waits before the next try; ends early when trying has become promising or `signal` aborts. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

type Waiting = { job: Job; abort: AbortController; failures: number };

/** Sends in the background: in order for each item, side by side for different ones, again after failures that may pass. */
export function createOutbox({ isFinal, pause }: OutboxSettings) {
  const lines = new Map<string, Waiting[]>();
  const listeners = new Set<() => void>();
  let state: OutboxState = { waiting: 0, isStuck: false };

  function changed(): void {
    const all = [...lines.values()].flat().filter(({ job }) => job.carriesAnswers);
    state = { waiting: all.length, isStuck: all.some(({ failures }) => failures > 0) };
    for (const tell of listeners) tell();
  }

  async function work(itemId: string, line: Waiting[]): Promise<void> {
    for (let first = line[0]; first; first = line[0]) {
      const outcome = await settle(first);
      line.shift();
      changed();
      outcome?.();
    }
    lines.delete(itemId);
  }

  /** What to tell about a job that has ended; nothing for one that was cancelled. */
  async function settle(waiting: Waiting): Promise<(() => void) | null> {
    const { job, abort } = waiting;
    while (!abort.signal.aborted) {
      try {
        await job.run();
        return abort.signal.aborted ? null : () => job.onDone?.();
      } catch (error) {
        if (abort.signal.aborted) return null;
        waiting.failures++;
        if (isFinal(error, waiting.failures)) return () => job.onRefused(error);
        changed();
        await pause(waiting.failures, abort.signal);
      }
    }
    return null;
  }

  return {
    push(job: Job): void {
      const waiting = { job, abort: new AbortController(), failures: 0 };
      const line = lines.get(job.itemId);
      if (line) line.push(waiting);
      else lines.set(job.itemId, [waiting]);
      changed();
      if (!line) void work(job.itemId, lines.get(job.itemId) ?? []);
    },
    /** What waits for an item is not tried any more; what is on its way may still arrive, before anything pushed later. */
    cancel(itemId: string): void {
      for (const { abort } of lines.get(itemId) ?? []) abort.abort();
    },
    read: (): OutboxState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
