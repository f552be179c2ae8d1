/** The states of a job, as stored and as sent in the live stream. */
export const JOB_STATES = [
  "queued",
  "validating",
  "running",
  "cancelling",
  "completed",
  "failed",
  "cancelled",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** What a queued job waits for (`waiting_for`) that has made way for others. */
export const WAITS_FOR_TURN = "other jobs have their turn";

export const JOB_STATUSES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Why a job was cancelled: somebody asked for just that, retracted answers that it learned from, gave somebody's items to others and retracted their answers, or stopped the run of a loop or of reinforcement that it belongs to. */
export const CANCEL_CAUSES = ["asked", "retracted", "rerouted", "run"] as const;
export type CancelCause = (typeof CANCEL_CAUSES)[number];

/** The coarser words that clients of the interface know. */
export const STATUS_OF_STATE: { [S in JobState]: JobStatus } = {
  queued: "QUEUED",
  validating: "RUNNING",
  running: "RUNNING",
  cancelling: "RUNNING",
  completed: "COMPLETED",
  failed: "FAILED",
  cancelled: "CANCELLED",
};

export const JOB_KINDS = ["rl", "sft", "preference"] as const;
export type JobKind = (typeof JOB_KINDS)[number];
