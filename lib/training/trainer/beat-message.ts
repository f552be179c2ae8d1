import type { NodeFacts } from "#lib/platform/processes/note-node.ts";
import type { JobHold, JobTerms } from "#lib/training/jobs/hold.ts";

/** What the beating thread is started with. */
export type BeatSetup = {
  readonly url: string;
  /** What the trainer makes itself known as. */
  readonly node: NodeFacts;
  readonly terms: JobTerms;
  readonly answerWithinMs: number;
  /** Between two beats. */
  readonly beatMs: number;
  /** One number, which the main thread counts up for as long as it can. */
  readonly answers: Int32Array<SharedArrayBuffer>;
};

/** The job whose lease the beating thread shall keep from now on; null for none. */
export type BeatRequest = { hold: JobHold | null };

/** The thread keeps leases from now on, or has lost the one under this hold. */
export type BeatNotice = { isReady: true } | { lost: JobHold };
