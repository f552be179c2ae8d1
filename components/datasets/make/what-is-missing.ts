import type { Preview } from "#components/datasets/parts/dataset-queries.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

type Counts = Pick<Preview["counts"], "candidates" | "train" | "heldOut">;

/** What the rows lack to be of use for their kind, in words; null where nothing does. */
export function whatIsMissing(kind: DatasetKind, { candidates, train, heldOut }: Counts): string | null {
  if (candidates === 0) return "There is nothing to take.";
  if (train + heldOut === 0) return "It yields no rows, so there is nothing to build yet.";
  // What models are measured by is held out as a whole.
  if (train === 0 && kind !== "eval") return "All rows are held out, so there is nothing to train on yet.";
  return null;
}
