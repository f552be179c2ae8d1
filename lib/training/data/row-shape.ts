import { KINDS_OF_LOSS } from "#lib/contract/datasets/kinds-of-loss.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { FOR_SUPERVISED, type RowsFor } from "#lib/datasets/training-rows.ts";
import { type PreferenceRow, readPreferenceRow } from "#lib/training/preference/preference-row.ts";
import { requireFit } from "#lib/training/preference/require-fit.ts";
import { readSftRow, type SftRow } from "#lib/training/trajectories/render-row.ts";

/** What the rows of a job are, wherever they lie. */
export type RowShape<T = unknown> = {
  /** Of preference jobs; what a row must be depends on it. */
  readonly loss: PreferenceLoss | null;
  /** Jobs whose data may be used again. */
  readonly jobKind: "sft" | "preference";
  readonly dataset: RowsFor;
  /** Throws `Rejected` with the line for a row that such a job cannot learn from. */
  readonly read: (json: unknown, line: number) => T;
  /** What each line of the data is, in words. */
  readonly line: string;
};

export const SUPERVISED_ROWS: RowShape<SftRow> = {
  loss: null,
  jobKind: "sft",
  dataset: FOR_SUPERVISED,
  read: readSftRow,
  line: 'one object {"messages": […]}',
};

export function preferenceRows(loss: PreferenceLoss): RowShape<PreferenceRow> {
  return {
    loss,
    jobKind: "preference",
    dataset: { job: `a preference job with the loss ${loss}`, kinds: KINDS_OF_LOSS[loss] },
    read: (json, line) => {
      const row = readPreferenceRow(json, line);
      requireFit(row, loss);
      return row;
    },
    line: "one object with the replies to compare",
  };
}

export function rowShapeOf(loss: PreferenceLoss | null): RowShape {
  return loss === null ? SUPERVISED_ROWS : preferenceRows(loss);
}
