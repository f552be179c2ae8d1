import { retractedSentence } from "#components/datasets/parts/retracted-words.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";

type Counts = Pick<RetractedRows, "rows" | "totalRows">;

/** `12 of the 240 rows that step 5 learned from have answers that were retracted.` */
export function retractedWords(counts: Counts, learner: string): string {
  return retractedSentence(counts, `that ${learner} learned from`);
}

/** The same where there is room for one line: `Learned from 240 rows, 12 retracted`. */
export function retractedShortly({ rows, totalRows }: Counts): string {
  return `Learned from ${countOf(totalRows, "row")}, ${rows < totalRows ? formatCount(rows) : "all"} retracted`;
}

/** Each dataset once, which is what is built again. */
export function datasetsOf({ versions }: Pick<RetractedRows, "versions">): { id: string; name: string }[] {
  return [...new Map(versions.map(({ datasetId, name }) => [datasetId, { id: datasetId, name }])).values()];
}
