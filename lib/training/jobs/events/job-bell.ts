import { onNotification } from "#lib/platform/db/notifications.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { EVENTS_CHANNEL } from "#lib/training/jobs/append-event.ts";

/** The longest delay from a lost notification. Those during a connection break are not lost: the bell rings after it. */
const LOOK_EVERY_MS = 30_000;

/** Rings for all readers of one job at once, so that they read together. `leave` it in the end. */
export type JobBell = {
  /** Settles with the next ring from now on. */
  next(): Promise<void>;
  leave(): void;
};

const bells = processWide("training-bells", () => new Map<string, SharedBell>());

export function listenToJob(jobId: string): JobBell {
  const bell = bells.get(jobId) ?? new SharedBell(jobId);
  bells.set(jobId, bell);
  bell.readers += 1;
  return {
    next: () => bell.next(),
    leave: () => {
      bell.readers -= 1;
      if (bell.readers > 0) return;
      bells.delete(jobId);
      bell.stop();
    },
  };
}

class SharedBell {
  readers = 0;
  #rung = Promise.withResolvers<void>();
  readonly #stopListening: () => void;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(jobId: string) {
    const ring = () => this.#ring();
    this.#stopListening = onNotification({ channel: EVENTS_CHANNEL, topic: jobId }, ring);
    this.#timer = setInterval(ring, LOOK_EVERY_MS).unref();
  }

  next(): Promise<void> {
    return this.#rung.promise;
  }

  stop(): void {
    this.#stopListening();
    clearInterval(this.#timer);
  }

  #ring(): void {
    this.#rung.resolve();
    this.#rung = Promise.withResolvers();
  }
}
