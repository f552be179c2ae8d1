import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion, RetractedInVersion } from "#lib/contract/datasets/dataset-versions.ts";

/** `12 of the 240 rows that step 5 learned from have answers that were retracted.` That may have been before it learned from them. */
export function retractedSentence(
  { rows, totalRows }: { rows: number; totalRows: number },
  whose: string,
): string {
  const state = `${rows === 1 ? "has" : "have"} answers that were retracted.`;
  if (rows < totalRows) return `${formatCount(rows)} of the ${formatCount(totalRows)} rows ${whose} ${state}`;
  return totalRows === 1
    ? `The one row ${whose} ${state}`
    : `All ${formatCount(totalRows)} rows ${whose} ${state}`;
}

type Retracted = Pick<DatasetVersion, "number" | "counts" | "retracted">;

/** The same of the rows of a version; null where there are none. */
export function versionRetractedWords({ number, counts, retracted }: Retracted): string | null {
  if (!retracted) return null;
  const totalRows = counts.train + counts.heldOut;
  return retractedSentence({ rows: retractedIn(retracted), totalRows }, `of v${number}`);
}

export function retractedIn({ train, heldOut }: RetractedInVersion): number {
  return train + heldOut;
}
