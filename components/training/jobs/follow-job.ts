import { EVENT_TYPES, isEndState, SUM_EVENT, stateIn } from "#components/run/state/live-job.ts";
import { requestOf } from "#lib/client/call.ts";
import { streamTrainingEvents, TrainingEvent } from "#lib/contract/training/training-progress.ts";
import * as z from "#lib/contract/zod.ts";

type Follower = {
  /** `isFirst` where nothing of this job was given before. */
  onEvents: (events: readonly TrainingEvent[], isFirst: boolean) => void;
  /** So many events of those before now come one by one. */
  tail: number;
  /** The connection was lost or is there again. */
  onConnection: (isConnected: boolean) => void;
};

/** Events that come in one burst are handed over together. */
const BURST_MS = 80;
const ASK_AGAIN_MS = 4_000;

/** Follows a job's stream until it has ended; the browser itself reconnects after the last event. Returns a function that stops. */
export function followJob(jobId: string, follower: Follower): () => void {
  return new Following(jobId, follower).begin();
}

class Following {
  readonly #jobId: string;
  readonly #follower: Follower;
  readonly #seen = new Set<string>();
  #waiting: TrainingEvent[] = [];
  #isFirst = true;
  #lastEventId = "";
  #source: EventSource | null = null;
  #burst: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(jobId: string, follower: Follower) {
    this.#jobId = jobId;
    this.#follower = follower;
  }

  begin(): () => void {
    this.#connect();
    return () => this.#stop();
  }

  #connect(): void {
    const resume = this.#lastEventId ? { lastEventId: this.#lastEventId } : {};
    const source = new EventSource(
      requestOf(streamTrainingEvents, { trainingJobId: this.#jobId, tail: this.#follower.tail, ...resume })
        .url,
    );
    this.#source = source;
    source.onopen = () => this.#follower.onConnection(true);
    source.onerror = () => this.#lost(source);
    for (const type of [...EVENT_TYPES, SUM_EVENT])
      source.addEventListener(type, (message) => this.#take(message));
  }

  #take({ data, lastEventId }: MessageEvent<string>): void {
    if (this.#seen.has(lastEventId)) return;
    this.#seen.add(lastEventId);
    this.#lastEventId = lastEventId;
    const event = z.decode(TrainingEvent, JSON.parse(data));
    this.#waiting.push(event);
    const state = event.type === "state" ? stateIn(event.data) : null;
    // The server closes a stream that is over, and the browser would open it again for ever.
    if (state && isEndState(state)) {
      this.#handOver();
      this.#stop();
    } else this.#burst ??= setTimeout(() => this.#handOver(), BURST_MS);
  }

  #handOver(): void {
    this.#burst = undefined;
    if (this.#waiting.length === 0) return;
    this.#follower.onEvents(this.#waiting, this.#isFirst);
    this.#isFirst = false;
    this.#waiting = [];
  }

  /** A refusal closes a source for good; another try shows whether the server has recovered. */
  #lost(source: EventSource): void {
    this.#follower.onConnection(false);
    if (source.readyState === EventSource.CLOSED)
      this.#again = setTimeout(() => this.#connect(), ASK_AGAIN_MS);
  }

  #stop(): void {
    this.#source?.close();
    clearTimeout(this.#burst);
    clearTimeout(this.#again);
  }
}
