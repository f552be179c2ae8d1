import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";

type Counts = Pick<RetractionImpact, "rowCount" | "versionCount" | "rewardCount" | "runCount">;

/** `25 rows in 2 versions of datasets and the rewards of 5 replies in 1 reinforcement run were made of them` */
export function madeWords({ rowCount, versionCount, rewardCount, runCount }: Counts): string {
  const rows = `${countOf(rowCount, "row")} in ${countOf(versionCount, "version")} of datasets`;
  if (rewardCount === 0) return `${rows} ${rowCount === 1 ? "was" : "were"} made of them`;
  const replies = rewardCount === 1 ? "1 reply" : `${formatCount(rewardCount)} replies`;
  const rewards = `the ${rewardCount === 1 ? "reward" : "rewards"} of ${replies} in ${countOf(runCount, "reinforcement run")}`;
  if (rowCount > 0) return `${rows} and ${rewards} were made of them`;
  return `T${rewards.slice(1)} ${rewardCount === 1 ? "was" : "were"} made of them`;
}

type Job = RetractionImpact["jobs"][number];

/** What a job learned from: a version, or the replies of a round. */
export function learnedWords({ datasetName, datasetVersion, runName, round }: Job): string {
  return runName === null ? `on ${datasetName} v${datasetVersion}` : `round ${round} of “${runName}”`;
}
