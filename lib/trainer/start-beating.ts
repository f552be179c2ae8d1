import { Worker } from "node:worker_threads";
import { env } from "#lib/env.ts";
import type { JobHold, JobTerms } from "#lib/training/jobs/hold.ts";
import type { BeatNotice, BeatRequest } from "./beat-message.ts";

/** Keeps leases while the main thread computes. */
export type Beating = {
  /** Keeps this lease from now on; the signal fires when it is lost all the same. */
  keep(hold: JobHold): AbortSignal;
  release(): void;
  stop(): Promise<void>;
};

export function startBeating(holder: string, terms: JobTerms): Beating {
  const workerData = { url: env().DATABASE_URL, holder, terms };
  const thread = new Worker(new URL("./beat-thread.ts", import.meta.url), { workerData });
  let lost = new AbortController();
  let kept: JobHold | null = null;
  const send = (request: BeatRequest) => thread.postMessage(request);
  thread.on("message", (message: unknown) => {
    if (isLossOf(message, kept)) lost.abort();
  });
  // Without beats every job is lost anyway; the process starts again.
  thread.on("error", (error) => {
    throw error;
  });
  return {
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
    stop: async () => void (await thread.terminate()),
  };
}

/** Node's own watch mode sends messages over the same way. */
function isLossOf(message: unknown, kept: JobHold | null): boolean {
  if (typeof message !== "object" || message === null || !("lost" in message)) return false;
  // Only our own thread's notices have that key.
  const { lost } = message as BeatNotice;
  return lost.jobId === kept?.jobId && lost.epoch === kept.epoch;
}
