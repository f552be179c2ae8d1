import { Worker } from "node:worker_threads";
import { env } from "#lib/platform/env.ts";
import type { NodeFacts } from "#lib/platform/processes/note-node.ts";
import type { JobHold } from "#lib/training/jobs/hold.ts";
import type { TrainerSettings } from "#lib/training/trainer/prepare/prepared-job.ts";
import type { BeatNotice, BeatRequest, BeatSetup } from "./beat-message.ts";

/** A lease outlives this many beats that fail. */
const BEATS_PER_LEASE = 5;

/** Keeps leases while the main thread computes, and ends the process where that thread hangs. */
export type Beating = {
  /** Done once leases are kept. A job that is taken earlier may be lost before the first beat. */
  readonly ready: Promise<void>;
  /** Keeps this lease from now on; the signal fires when it is lost all the same. */
  keep(hold: JobHold): AbortSignal;
  release(): void;
  stop(): Promise<void>;
};

export function startBeating(
  node: NodeFacts,
  { terms, answerWithinMs }: Pick<TrainerSettings, "terms" | "answerWithinMs">,
): Beating {
  const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beatMs = terms.leaseMs / BEATS_PER_LEASE;
  const { DATABASE_URL: url } = env();
  if (url === undefined) throw new Error("DATABASE_URL is not set; a trainer has no leases to keep");
  const workerData: BeatSetup = { url, node, terms, answerWithinMs, beatMs, answers };
  // Between two runs of the engine, and between two statements, there is always a turn for it.
  const answering = setInterval(() => Atomics.add(answers, 0, 1), beatMs);
  const thread = new Worker(new URL("./beat-thread.ts", import.meta.url), { workerData });
  let lost = new AbortController();
  let kept: JobHold | null = null;
  const send = (request: BeatRequest) => thread.postMessage(request);
  const { promise: ready, resolve: beReady } = Promise.withResolvers<void>();
  thread.on("message", (message: unknown) => {
    const notice = asNotice(message);
    if (notice && "isReady" in notice) beReady();
    else if (notice && isSame(notice.lost, kept)) lost.abort();
  });
  // Without beats every job is lost anyway; the process starts again.
  thread.on("error", (error) => {
    throw error;
  });
  return {
    ready,
    keep: (hold) => {
      kept = hold;
      lost = new AbortController();
      send({ hold });
      return lost.signal;
    },
    release: () => {
      kept = null;
      send({ hold: null });
    },
    stop: async () => {
      clearInterval(answering);
      await thread.terminate();
    },
  };
}

/** Node's own watch mode sends messages over the same way; only our own thread's have these keys. */
function asNotice(message: unknown): BeatNotice | null {
  if (typeof message !== "object" || message === null) return null;
  return "isReady" in message || "lost" in message ? (message as BeatNotice) : null;
}

function isSame(one: JobHold, other: JobHold | null): boolean {
  return one.jobId === other?.jobId && one.epoch === other.epoch;
}
