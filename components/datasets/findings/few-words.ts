import { countOf } from "#components/ui/text/format.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { FEW_UNITS } from "#lib/contract/evaluation/few-units.ts";

type Rows = { kind: DatasetKind; counts: Pick<DatasetCounts, "train" | "heldOut" | "heldOutUnits"> };

/** A warning where rows were to be held out, and are too few for any verdict; null also where nobody asked for any. */
export function tooFewToMeasure({ kind, counts }: Rows, asked: number): string | null {
  const isMeant = kind === "eval" || (asked > 0 && asked < 1);
  return isMeant && counts.train + counts.heldOut > 0 ? fewToMeasureBy({ kind, counts }) : null;
}

/** What the rows by which models are measured cannot show, and what helps; null where there are enough. */
export function fewToMeasureBy({ kind, counts: { heldOut, heldOutUnits } }: Rows): string | null {
  const units = heldOutUnits ?? heldOut;
  if (units >= FEW_UNITS) return null;
  const advice = kind === "eval" ? "Add rows." : "Add rows, or hold out a larger share.";
  if (heldOut === 0) return `Too few to measure by: no row is held out. ${advice}`;
  if (units < heldOut)
    return `Too few to measure by: the ${countOf(heldOut, "row")} held out are ${countOf(units, "case")}, since rows of one thread or prompt count as one, and fewer than ${FEW_UNITS} never show which model is better. ${advice}`;
  const are = `only ${countOf(heldOut, "row")} ${heldOut === 1 ? "is" : "are"} held out`;
  return `Too few to measure by: ${are}, and fewer than ${FEW_UNITS} never show which model is better. ${advice}`;
}
