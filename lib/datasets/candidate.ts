import type { Evidence } from "#lib/contract/datasets/dataset-versions.ts";
import type { Reason } from "#lib/contract/datasets/rejections.ts";

/** What a row was made from; the hash is of its content at that moment. */
export type EvidenceOf = {
  kind: Evidence["kind"];
  id: string;
  userId: string | null;
  hash: Buffer;
};

/** A row that could be: what is learned, without split and weight, and where it came from. */
export type Draft = {
  /** The same for the same source in every version. */
  rowId: string;
  body: Record<string, unknown>;
  weight: number;
  /** How probable its value is; null where no consensus knows. */
  posterior: number | null;
  /** Which of its source's values it teaches, where it is a label. */
  label?: string;
  /** Whether somebody else made it: a line of a file, or a row of another version. */
  isGiven?: boolean;
  /** How many calls were made for its answer, or those of earlier turns, that it does not have. */
  missingCalls?: number;
  /** Those that were made in earlier turns. */
  earlierCalls?: number;
  evidence: readonly EvidenceOf[];
};

export type Refusal = { reason: Reason; detail: string };

/** Something of a source that becomes a row or a rejection, and never both. */
export type Candidate = {
  /** Place of its source in the recipe. */
  source: number;
  itemId: string;
  outcome: Draft | Refusal;
  /** How something begins that is no row, where it is not empty. */
  words?: string;
};

/** An item of a source, by what binds it to others: nothing that shares a key with it may stand in the other split. */
export type SplitUnit = {
  /** Place of its source in the recipe. */
  source: number;
  itemId: string;
  addedAt: Date;
  keys: readonly string[];
  /** Whether it is held out, where that was said before: as where it came from. Nothing is drawn for it then. */
  isHeldOut?: boolean;
};

export function refusal(reason: Reason, detail = ""): Refusal {
  return { reason, detail };
}

export function isRefusal<T extends object>(outcome: T | Refusal): outcome is Refusal {
  return "reason" in outcome;
}
