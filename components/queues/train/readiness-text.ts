import { type Labelled, labelledBy } from "#components/datasets/findings/conflict-words.ts";
import { MISSING_CALLS_HELP, missingCallsWords } from "#components/datasets/findings/missing-calls-words.ts";
import { emptyWords, secretWords } from "#components/datasets/findings/row-note-words.ts";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type {
  BuildOutlook,
  QueueReadiness,
  TrainingOutlook,
} from "#lib/contract/datasets/queue-readiness.ts";

type Counts = Pick<BuildOutlook["counts"], "items" | "candidates" | "train" | "heldOut">;

/** `222 of 240 items usable` */
export function usableText({ items, candidates, train, heldOut }: Counts): string {
  if (candidates === 0) return "No items yet";
  // One by one, an item has as many as it has answers.
  const unit = items === candidates ? "item" : "answer";
  return `${formatCount(train + heldOut)} of ${countOf(candidates, unit)} usable`;
}

/** `1.4 %` */
export function shareText(share: number): string {
  return `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
}

type Labels = BuildOutlook["labels"];

/** `4.1 : 1`, the most frequent value to the rarest; a dash where there are no two. */
export function balanceText(labels: Labels): string {
  const ratio = ratioOf(labels);
  return ratio === null ? "–" : `${ratio.toLocaleString("en-US", { maximumFractionDigits: 1 })} : 1`;
}

/** `Homes 41 … Banks 10`; `rows` are those to train on. */
export function balanceHelp(labels: Labels, rows: number): string {
  const [most, least] = [labels[0], labels.at(-1)];
  if (rows === 0) return NO_ROW;
  if (!most || !least) return "Rows of this kind teach no values.";
  if (most === least) return `All rows say “${most.label}”.`;
  return `${most.label} ${formatCount(most.rows)} … ${least.label} ${formatCount(least.rows)}`;
}

function ratioOf(labels: Labels): number | null {
  const [most, least] = [labels[0], labels.at(-1)];
  return most && least && most !== least ? most.rows / least.rows : null;
}

/** `25 s, up to 34 s`; null where nobody can know, or nothing would be trained on. */
export function durationText(seconds: TrainingOutlook["seconds"], rows: number): string | null {
  if (!seconds || rows === 0) return null;
  const text = (amount: number) =>
    formatDuration(Math.max(1, Math.round(amount)) * 1_000).replace(/\.0 s$/, " s");
  const [usual, most] = [text(seconds.estimate), text(seconds.high)];
  return most === usual ? `about ${usual}` : `${usual}, up to ${most}`;
}

/** `+42 −3 ~7`, or that nothing changed. */
export function changesText({ added, removed, changed }: NonNullable<BuildOutlook["changes"]>): string {
  const parts = [
    ...(added > 0 ? [`+${formatCount(added)}`] : []),
    ...(removed > 0 ? [`−${formatCount(removed)}`] : []),
    ...(changed > 0 ? [`~${formatCount(changed)}`] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : "Nothing";
}

/** Whether a build would give what the newest version has. */
export function isUpToDate({ changes }: Pick<BuildOutlook, "changes">): boolean {
  return changes !== null && changes.added + changes.removed + changes.changed === 0;
}

/** Whether the newest version is known to hold all that there is; of a sample nobody knows. */
export function isWhole(build: Pick<BuildOutlook, "changes" | "isSampled">): boolean {
  return isUpToDate(build) && !build.isSampled;
}

/** The version that a build now gives: the newest one where nothing has changed. */
export function nextNumber({ dataset, build }: Pick<QueueReadiness, "dataset" | "build">): number {
  const { latestVersion, versionCount } = dataset;
  const newest = latestVersion?.number ?? -1;
  // The newest build may have given an older version again.
  return build && isUpToDate(build) ? newest : Math.max(newest + 1, versionCount);
}

/** What keeps a version from being built, in words for people where the service speaks of places in the recipe. */
export function problemText({ code, text }: NonNullable<QueueReadiness["problem"]>): string {
  if (code === "no_overlap")
    return "The recipe asks how reliable people are, and no item has two answers or a decision. Let some items be answered by several.";
  return text.endsWith(".") ? text : `${text}.`;
}

export const NO_ROW = "There is no row to train on.";

const FEWEST_ROWS = 8;
const LOW_ALPHA = 0.4;
const HIGH_RATIO = 10;
const MANY_TOO_LONG = 0.05;

export type ReadinessNotes = {
  /** Why nothing should be trained on it yet. */
  stops: string[];
  /** What is worth knowing first. */
  warnings: string[];
};

/** What stands in the way, in sentences. `offered` are the values that people could have chosen. */
export function notesOn(
  {
    agreement,
    build,
    training,
    dataset,
  }: Pick<QueueReadiness, "agreement" | "build" | "training" | "dataset">,
  offered: readonly string[],
): ReadinessNotes {
  if (!build) return { stops: [], warnings: [] };
  const { counts, labels } = build;
  return {
    stops: training ? stopsOf(counts.train, training) : [],
    warnings: [
      ...(counts.train > 0 && counts.heldOut === 0
        ? ["No row is held out, so nothing can be measured on what the model has not seen."]
        : []),
      ...missingText(labels, offered),
      ...conflictWarning(counts, labelledBy(dataset)),
      ...missingCallsWarning(counts),
      ...[secretWords(counts), emptyWords(counts)].flatMap((words) => (words === null ? [] : `${words}.`)),
      ...balanceWarning(labels),
      ...(agreement?.value != null && agreement.value < LOW_ALPHA
        ? ["People agree little more than chance. Better guidelines help more than more answers."]
        : []),
      ...(training ? lengthWarning(counts.train, training) : []),
      ...(build.isSampled ? ["Counted in the first 2,000 items; the build reads all."] : []),
    ],
  };
}

function stopsOf(train: number, { problem }: TrainingOutlook): string[] {
  if (train === 0) return [NO_ROW];
  return [
    ...(train < FEWEST_ROWS
      ? [`${countOf(train, "row")} to train on; a model needs at least ${FEWEST_ROWS} to learn from.`]
      : []),
    ...(problem === null ? [] : [`A job would fail: ${problem}`]),
  ];
}

function missingText(labels: Labels, offered: readonly string[]): string[] {
  const taught = new Set(labels.map(({ label }) => label));
  const missing = offered.filter((value) => !taught.has(value));
  if (labels.length === 0 || missing.length === 0) return [];
  return [`No row teaches ${missing.map((value) => `“${value}”`).join(", ")}.`];
}

function conflictWarning({ conflicts }: BuildOutlook["counts"], { what }: Labelled): string[] {
  if (conflicts === null || conflicts.prompts === 0) return [];
  const { prompts, rows } = conflicts;
  return [
    `${countOf(prompts, what)} ${prompts === 1 ? "has" : "have"} ${countOf(rows, "row")} with different labels, so a model learns contradictory labels. Decide their items, or leave such ${what}s out.`,
  ];
}

function missingCallsWarning(counts: BuildOutlook["counts"]): string[] {
  const words = missingCallsWords(counts);
  return words === null ? [] : [`${words}. ${MISSING_CALLS_HELP}`];
}

function balanceWarning(labels: Labels): string[] {
  const [most, least] = [labels[0], labels.at(-1)];
  const ratio = ratioOf(labels);
  if (ratio === null || ratio <= HIGH_RATIO || !most || !least) return [];
  return [
    `“${most.label}” has ${balanceText(labels).replace(" : 1", "")} times the rows of “${least.label}”.`,
  ];
}

function lengthWarning(train: number, { tooLongRows, contextLength }: TrainingOutlook): string[] {
  if (train === 0 || tooLongRows / train <= MANY_TOO_LONG) return [];
  return [
    `${countOf(tooLongRows, "row")} longer than ${formatCount(contextLength)} tokens will be left out of training.`,
  ];
}
