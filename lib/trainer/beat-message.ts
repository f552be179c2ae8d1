import type { JobHold } from "#lib/training/jobs/hold.ts";

/** The job whose lease the beating thread shall keep from now on; null for none. */
export type BeatRequest = { hold: JobHold | null };

/** The lease under this hold is lost. */
export type BeatNotice = { lost: JobHold };
