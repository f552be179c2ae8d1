import { Worker } from "node:worker_threads";
import { takeBeatChannel } from "#lib/platform/env.ts";

/** Between two beats. */
export const BEAT_MS = 1_000;
/** Longer than any one thing that a main thread does at a stretch, such as making a large model ready. */
const ANSWER_WITHIN_MS = 300_000;

export type BeatToParentSetup = {
  readonly channel: number;
  readonly beatMs: number;
  readonly answerWithinMs: number | null;
  /** One number, which the main thread counts up for as long as it can. */
  readonly answers: Int32Array<SharedArrayBuffer>;
};

/**
 * Sends heartbeats to the supervisor, which restarts a process that hangs or is stopped. A separate thread sends them, because the main
 * thread may compute for long; it stops once the main thread has not had a turn for `answerWithinMs`, and never if that is null. Does
 * nothing without a supervisor.
 */
export function beatToParent({
  answerWithinMs = ANSWER_WITHIN_MS,
  beatMs = BEAT_MS,
}: {
  answerWithinMs?: number | null;
  beatMs?: number;
} = {}): void {
  const channel = takeBeatChannel();
  if (channel === null) return;
  const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setInterval(() => Atomics.add(answers, 0, 1), beatMs).unref();
  const workerData: BeatToParentSetup = { channel, beatMs, answerWithinMs, answers };
  new Worker(new URL("./beat-to-parent-thread.ts", import.meta.url), { workerData }).unref();
}
