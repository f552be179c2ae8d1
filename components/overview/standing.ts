import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import type { Permission } from "#lib/contract/access.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import type { ServedCheckpoint } from "#lib/contract/evaluation/served-evaluations.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What is known of a project, as far as its next step goes by it. Lists have the newest first. */
export type Standing = {
  threads: number;
  /** Those in use. */
  queues: readonly QueueRow[];
  datasets: readonly Dataset[];
  jobs: readonly TrainingJob[];
  /** Whether there are no older jobs than these. */
  areAllJobs: boolean;
  models: readonly ModelWithSteps[];
  evaluations: readonly Evaluation[];
  /** Steps of the newest job's model that some evaluation has measured. */
  measuredSteps: readonly number[];
  /** Those in use. */
  graders: readonly StoredGrader[];
  /** What is in production. */
  served: readonly ServedCheckpoint[];
  /** Whether nothing else is. */
  isAllServed: boolean;
  /** Checkpoints that wait for a name. */
  promotions: readonly Promotion[];
  loops: readonly Loop[];
  now: Date;
};

/** The one thing to do next, and what it is about. */
export type NextStep =
  | { kind: "import" }
  | { kind: "make-queue" }
  | { kind: "fill-queue"; queue: QueueRow }
  | { kind: "annotate"; queue: QueueRow }
  | { kind: "make-dataset"; queue: QueueRow }
  | { kind: "build"; dataset: Dataset }
  | { kind: "build-again"; dataset: Dataset; version: DatasetVersion; served: ServedCheckpoint | null }
  | { kind: "move-alias"; served: ServedCheckpoint; retracted: RetractedRows; step: number }
  | { kind: "replace"; served: ServedCheckpoint; retracted: RetractedRows; replaced: Replacement }
  | {
      kind: "take-back";
      served: ServedCheckpoint;
      retracted: RetractedRows;
      dataset: Dataset;
      version: DatasetVersion;
      step: number;
    }
  | { kind: "make-model"; dataset: Dataset }
  | { kind: "train"; dataset: Dataset; version: DatasetVersion }
  | { kind: "loop-waits"; loop: Loop }
  | { kind: "watch"; job: TrainingJob }
  | { kind: "see-failure"; job: TrainingJob }
  | { kind: "evaluate"; dataset: Dataset }
  | {
      kind: "measure";
      evaluation: Evaluation;
      model: ModelWithSteps;
      step: number;
      /** What it is compared with; null where nothing was before it. */
      beside: number | null;
    }
  | { kind: "make-judge"; dataset: Dataset; model: ModelWithSteps; step: number }
  | { kind: "promote"; model: ModelWithSteps; step: number; served: number | null }
  | { kind: "chat"; model: ModelWithSteps; step: number }
  | { kind: "quiet" };

/** A version that is without what was retracted, and the step to train it from: null where only a new model is without it, too. */
export type Replacement = { dataset: Dataset; version: DatasetVersion; fromStep: number | null };

export type May = (permission: Permission) => boolean;
export type Finder = (standing: Standing, may: May) => NextStep | null;
