import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";

/** `2 rows rest on calls that they do not have`; null where none does, or nobody counted. */
export function missingCallsWords({ missingCalls }: Pick<DatasetCounts, "missingCalls">): string | null {
  if (missingCalls === null || missingCalls.rows === 0) return null;
  const { rows, earlierRows = 0 } = missingCalls;
  const [rest, they] = rows === 1 ? ["rests", "it does"] : ["rest", "they do"];
  if (earlierRows === rows)
    return `${countOf(rows, "row")} ${rest} on calls of earlier turns that ${they} not have`;
  const words = `${countOf(rows, "row")} ${rest} on calls that ${they} not have`;
  return earlierRows === 0
    ? words
    : `${words}, ${formatCount(earlierRows)} of them on calls of earlier turns alone`;
}

/** What that comes to for a model that learns from them. */
export const MISSING_CALLS_HELP =
  "A model that learns from them makes up what a tool said. Calls of earlier turns count too, whether the answer repeats what they gave or not.";

/** Of one row: `Rests on 1 call that it does not have`; null where there is none. */
export function missingCallsMark(count: number): string | null {
  return count === 0 ? null : `Rests on ${countOf(count, "call")} that it does not have`;
}
