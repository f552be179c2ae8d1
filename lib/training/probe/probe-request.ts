import type { FileHashes } from "#lib/engine/embedded/files/write-folder.ts";
import type { PolicyFiles, TrainingMethod } from "#lib/engine/port/port.ts";
import type { RateCurve, RatePoint } from "./rate-curve.ts";

/** Weights, and the folder whose files must still be what was written; null where that is the base model's own. */
export type GivenWeights = {
  readonly policy: PolicyFiles;
  readonly verified: { readonly folder: string; readonly files: FileHashes } | null;
};

/** What the process of a probe is sent. */
export type ProbeRequest = {
  readonly job:
    | { readonly kind: "sft"; readonly isDataset: boolean }
    /** The reference is null where that is the start. */
    | { readonly kind: "preference"; readonly startStep: number; readonly reference: GivenWeights | null };
  /** On the wire. */
  readonly config: unknown;
  readonly start: GivenWeights;
  readonly method: TrainingMethod;
  readonly usualRate: number;
  /** Rows as they stand in the data. */
  readonly lines: readonly { readonly text: string; readonly number: number }[];
  readonly tokenBudget: number;
  readonly threads: number;
  readonly budgetMs: number;
  readonly minSteps: number;
  readonly maxSteps: number;
};

/** What it reports: where it is, and at the end its curve, or why there is none. */
export type ProbeNotice =
  | { readonly kind: "opened" }
  | {
      readonly kind: "point";
      readonly point: RatePoint;
      readonly step: number;
      readonly steps: number;
    }
  | { readonly kind: "curve"; readonly curve: RateCurve }
  /** A passing lack may be gone at the next try. */
  | { readonly kind: "refused"; readonly message: string; readonly isPassing: boolean };
