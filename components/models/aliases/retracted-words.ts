import {
  ofRewardsRetracted,
  ofRowsRetracted,
  replacementOf,
  retractedRewardsSentence,
  retractedSentence,
} from "#components/datasets/parts/retracted-words.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import type { PromotionAdvice } from "./promotion-advice.ts";

type Counts = Pick<RetractedRows, "rows" | "totalRows" | "already" | "rewards">;

/** `12 of the 240 rows that step 5 learned from have answers that were retracted since.`, and the same of rewards. */
export function retractedWords(counts: Counts, learner: string): string {
  const { rows, rewards } = counts;
  const ofRows = rows > 0 ? [retractedSentence(counts, `that ${learner} learned from`)] : [];
  const name = rows > 0 ? "it" : learner;
  const ofRewards =
    rewards.replies > 0 ? [retractedRewardsSentence(rewards, `that ${name} learned from`)] : [];
  return [...ofRows, ...ofRewards].join(" ");
}

/** The same where there is room for one line: `Learned from 240 rows, 12 retracted since`. */
export function retractedShortly(counts: Counts): string {
  const { rows, rewards } = counts;
  const parts = [
    ...(rows > 0 ? [ofRowsRetracted(counts)] : []),
    ...(rewards.replies > 0 ? [ofRewardsRetracted(rewards)] : []),
  ];
  return `Learned from ${parts.join("; ")}`;
}

/** A dataset that a checkpoint learned retracted rows of, and its version that is without them: null where it has none yet, or the person may not read it. */
export type Replaced = {
  /** The project that has the dataset; the model may be another one's. */
  projectId: string;
  id: string;
  name: string;
  dataset: Dataset | null;
  version: DatasetVersion | null;
};

/** Each dataset once, which is what is built again or trained on. */
export function replacedOf(
  { versions }: Pick<RetractedRows, "versions">,
  datasets: readonly Dataset[],
): Replaced[] {
  // Of several versions of one, the newest stands.
  const oldestFirst = versions.toSorted((a, b) => a.number - b.number);
  const learned = [...new Map(oldestFirst.map((one) => [one.datasetId, one])).values()];
  return learned.map(({ projectId, datasetId, name, number }) => {
    const dataset = datasets.find(({ id }) => id === datasetId) ?? null;
    return { projectId, id: datasetId, name, dataset, version: dataset && replacementOf(dataset, number) };
  });
}

/** A checkpoint that is trained later and did not learn it, if there is one. */
export function newerCleanStep({ cleanStep }: Pick<RetractedRows, "cleanStep">, step: number): number | null {
  return cleanStep !== null && cleanStep > step ? cleanStep : null;
}

type Way = {
  cleanStep: number | null;
  step: number;
  /** Projects of such data that the person may not read. */
  unread?: readonly string[];
};

/** What to do for a checkpoint that did not learn it. */
export function wayOutWords(
  replaced: readonly Replaced[],
  { cleanStep, step, unread = [] }: Way,
  advice: PromotionAdvice | null = null,
): string {
  const newer = newerCleanStep({ cleanStep }, step);
  if (newer !== null)
    return `Step ${formatCount(newer)} is newer and did not learn from them${newerWords(advice, step)}.`;
  const ready = replaced.filter(({ version }) => version !== null);
  const from =
    cleanStep === null
      ? "in a new model, since no step of this one is left that did not learn from them"
      : `from step ${formatCount(cleanStep)}, which did not learn from them`;
  if (unread.length > 0)
    return `The data are of ${unread.join(" and ")}, which you may not read: ask there for a version without them, and train ${from}.`;
  if (replaced.length === 0) return `To replace it, start another reinforcement run ${from}.`;
  if (ready.length === 0 || ready.length < replaced.length)
    return `To replace it, build the data again, which leaves them out, and train ${from}.`;
  const named = ready.map(({ name, version }) => `v${version?.number} of “${name}”`).join(" and ");
  return `${named} ${ready.length === 1 ? "is" : "are"} without them: train on ${ready.length === 1 ? "it" : "them"} ${from}.`;
}

/** Being newer does not make it better. */
function newerWords(advice: PromotionAdvice | null, step: number): string {
  switch (advice?.is) {
    case undefined:
      return ": compare them";
    case "fit":
      return ": use it instead";
    case "not-better":
      return `, but is not shown to be better: ${advice.why}`;
    case "not-measured":
      return `, and is not measured beside step ${formatCount(step)} yet`;
  }
}
