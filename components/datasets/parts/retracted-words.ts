import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion, RetractedInVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";

type RetractedCounts = {
  rows: number;
  totalRows: number;
  /** Of these rows, those that were retracted before what is spoken of began. */
  already: number;
};

/** `12 of the 240 rows that step 5 learned from have answers that were retracted since.`, or `… retracted already.` */
export function retractedSentence({ rows, totalRows, already }: RetractedCounts, whose: string): string {
  const state = `${rows === 1 ? "has" : "have"} answers that were retracted${whenWords({ rows, already })}.`;
  if (rows < totalRows) return `${formatCount(rows)} of the ${formatCount(totalRows)} rows ${whose} ${state}`;
  return totalRows === 1
    ? `The one row ${whose} ${state}`
    : `All ${formatCount(totalRows)} rows ${whose} ${state}`;
}

type RetractedRewards = Omit<RetractedRows["rewards"], "runs">;

/** `2 of the 48 replies that step 5 learned from were rewarded by answers that were retracted since.` */
export function retractedRewardsSentence(
  { replies, totalReplies, already }: RetractedRewards,
  whose: string,
): string {
  const state = `rewarded by answers that were retracted${whenWords({ rows: replies, already })}.`;
  const was = replies === 1 ? "was" : "were";
  if (replies < totalReplies)
    return `${formatCount(replies)} of the ${formatCount(totalReplies)} replies ${whose} ${was} ${state}`;
  return totalReplies === 1
    ? `The one reply ${whose} was ${state}`
    : `All ${formatCount(totalReplies)} replies ${whose} were ${state}`;
}

/** `48 rewards, 2 retracted since`, beside how many there are. */
export function ofRewardsRetracted({ replies, totalReplies, already }: RetractedRewards): string {
  const some = replies < totalReplies ? formatCount(replies) : "all";
  return `${countOf(totalReplies, "reward")}, ${some} retracted${whenWords({ rows: replies, already })}`;
}

/** `2 of 5 rows retracted already`, where there is room for one line. */
export function retractedBriefly({ rows, totalRows, already }: RetractedCounts): string {
  const some = rows < totalRows ? `${formatCount(rows)} of` : "all";
  return `${some} ${countOf(totalRows, "row")} retracted${whenWords({ rows, already })}`;
}

/** `5 rows, 2 retracted since`, the same beside how many there are. */
export function ofRowsRetracted({ rows, totalRows, already }: RetractedCounts): string {
  const some = rows < totalRows ? formatCount(rows) : "all";
  return `${countOf(totalRows, "row")}, ${some} retracted${whenWords({ rows, already })}`;
}

/** When that was: since, already, or some of it before. */
export function whenWords({ rows, already }: Pick<RetractedCounts, "rows" | "already">): string {
  if (already === 0) return " since";
  return already === rows ? " already" : `, ${formatCount(already)} of them already before`;
}

type Standing = Pick<DatasetVersion, "number" | "counts" | "retracted" | "countAgain">;

/** The same of the rows of a version, which were read before; null where there are none. */
export function versionRetractedWords({ number, counts, retracted }: Standing): string | null {
  if (!retracted) return null;
  const totalRows = counts.train + counts.heldOut;
  return retractedSentence({ rows: retractedIn(retracted), totalRows, already: 0 }, `of v${number}`);
}

export function retractedIn({ train, heldOut }: RetractedInVersion): number {
  return train + heldOut;
}

/** What a version lacks since a retraction was lifted; null where it lacks nothing. `learner` names what learned from it. */
export function countAgainWords({ number, countAgain }: Standing, learner?: string): string | null {
  if (countAgain === 0) return null;
  const [what, count] = countAgain === 1 ? ["answer", "counts"] : ["answers", "count"];
  const whose = learner === undefined ? "" : `, which ${learner} learned from,`;
  return `v${number}${whose} was built without ${formatCount(countAgain)} ${what} that ${count} again, since the retraction was lifted.`;
}

/** Whether a version has what was retracted since, or lacks what counts again, so that it is to be built again. */
export function isBuildDue({ retracted, countAgain }: Pick<Standing, "retracted" | "countAgain">): boolean {
  return retracted !== null || countAgain > 0;
}

/** What the newest build of a dataset gave, where it can stand in for another version; null where that is to be built first. */
export function replacementOf(
  { latestVersion }: Pick<Dataset, "latestVersion">,
  number: number,
): DatasetVersion | null {
  return latestVersion && latestVersion.number !== number && !isBuildDue(latestVersion)
    ? latestVersion
    : null;
}
