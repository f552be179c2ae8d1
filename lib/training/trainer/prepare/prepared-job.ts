import type { Engine, PolicyFiles, TrainingMethod } from "#lib/engine/port/port.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { ClaimedJob, JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import type { JobTerms } from "#lib/training/jobs/hold.ts";
import type { Circumstances } from "#lib/training/made-with.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";

/** Everything that a job needs before its first step. */
export type PreparedJob = {
  readonly plan: TrainingPlan;
  /** The checkpoint that the job starts from, and its weights. */
  readonly startCheckpointId: string | null;
  readonly policy: PolicyFiles;
  readonly method: TrainingMethod;
  /** The previous job's optimiser state to continue with, or null to start fresh. */
  readonly carriedState: JobSnapshot | null;
  /** What the weights will depend on beside this; null where it was written down when the job began. */
  readonly circumstances?: Circumstances | null;
  readonly decode: (tokenIds: readonly number[]) => string;
  readonly stopTokenIds: readonly number[];
  /** Gives back what only the preparation needed; called once, before the first step or when there will be none. */
  release(): Promise<void>;
};

/** Reads a job's model and data. Throws errors of `lib/platform/errors.ts` where the job can never run as it is. */
export type PrepareJob = (
  db: Db,
  job: ClaimedJob,
  engine: Engine,
  /** Fires when the job shall be left; what is read by then is dropped, and the signal's reason thrown. */
  signal: AbortSignal,
) => Promise<PreparedJob>;

/** How a trainer works; the pace is in wall-clock time and changes no number of the training. */
export type TrainerSettings = {
  readonly terms: JobTerms;
  /** A main thread that does not answer within this time hangs: the process is ended, and the attempt counts. */
  readonly answerWithinMs: number;
  readonly snapshotEveryMs: number;
  readonly snapshotEverySteps: number;
  /** Of the time since the last one, how much a snapshot may take; larger ones come less often. */
  readonly snapshotShare: number;
  /** How often an idle trainer looks for a job. */
  readonly lookEveryMs: number;
  /** How often a job looks for room on a full disk, and, while its data are read, whether it is still wanted. */
  readonly roomEveryMs: number;
  /** After so long a job makes way for one that waits, unless it is about to end. */
  readonly turnMs: number;
  /** Of a turn, how much it may take to begin it; one that begins slowly lasts longer. */
  readonly turnShare: number;
  /** How long a job whose files are missing here is left to other trainers, at first; each further time doubles it. */
  readonly leaveMs: number;
};

export type TrainerParts = {
  readonly db: Db;
  readonly engine: Engine;
  readonly prepareJob: PrepareJob;
  readonly settings: TrainerSettings;
};
