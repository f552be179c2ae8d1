import type { JobState } from "#lib/contract/training/job-states.ts";

/** Where a job may go from each state. A trainer that takes a job over from one that died validates it again. */
const MOVES: { readonly [S in JobState]: readonly JobState[] } = {
  queued: ["validating", "cancelling", "cancelled", "failed"],
  validating: ["validating", "running", "queued", "cancelling", "failed"],
  running: ["validating", "queued", "cancelling", "completed", "failed"],
  // Completed where it was to leave what it had learned.
  cancelling: ["cancelled", "completed"],
  completed: [],
  failed: [],
  cancelled: [],
};

export const UNENDED_STATES: readonly JobState[] = ["queued", "validating", "running", "cancelling"];

export function mayMove(from: JobState, to: JobState): boolean {
  return MOVES[from].includes(to);
}

/** Throws where the table of moves has no such move; callers ask under the lock of the job's row. */
export function requireMove(from: JobState, to: JobState): void {
  if (!mayMove(from, to))
    throw new Error(
      `A training job cannot go from ${from} to ${to}; the table of moves says where it may go`,
    );
}
