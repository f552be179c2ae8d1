import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";

type Counts = Pick<RetractedRows, "rows" | "totalRows">;

/** `12 of the 240 rows that step 5 learned from have answers that were retracted since.` */
export function retractedWords({ rows, totalRows }: Counts, learner: string): string {
  const whose = `that ${learner} learned from`;
  const since = `${rows === 1 ? "has" : "have"} answers that were retracted since.`;
  if (rows < totalRows) return `${formatCount(rows)} of the ${formatCount(totalRows)} rows ${whose} ${since}`;
  return totalRows === 1
    ? `The one row ${whose} ${since}`
    : `All ${formatCount(totalRows)} rows ${whose} ${since}`;
}

/** The same where there is room for one line: `Learned from 240 rows, 12 retracted since`. */
export function retractedShortly({ rows, totalRows }: Counts): string {
  return `Learned from ${countOf(totalRows, "row")}, ${rows < totalRows ? formatCount(rows) : "all"} retracted since`;
}

/** Each dataset once, which is what is built again. */
export function datasetsOf({ versions }: Pick<RetractedRows, "versions">): { id: string; name: string }[] {
  return [...new Map(versions.map(({ datasetId, name }) => [datasetId, { id: datasetId, name }])).values()];
}
