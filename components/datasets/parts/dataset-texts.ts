import { judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetCounts, DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { learnsLastReply } from "#lib/contract/datasets/learns-last-reply.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { REASONS, REJECTIONS, type Reason } from "#lib/contract/datasets/rejections.ts";
import type { CallsSource, QueueSource, Source, ThreadsSource } from "#lib/contract/datasets/sources.ts";
import type { ConsensusRule, DatasetKind, Use } from "#lib/contract/datasets/uses.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { retractedIn } from "./retracted-words.ts";

export const KIND_LABELS: { [K in DatasetKind]: string } = {
  sft: "Conversations",
  preference: "Pairs",
  kto: "Good and bad replies",
  reward: "Rewarded replies",
  prompts: "Prompts",
  eval: "Evaluation",
};

/** How what holds is settled where people differ, as the form of a dataset calls it. */
export const CONSENSUS_LABELS: { [R in ConsensusRule]: string } = {
  majority: "The value of most answers",
  weighted: "The most probable value, by how reliable people are",
  each: "Each answer by itself",
  mean: "The mean of the numbers",
  decided: "Only what a lead decided",
};

const USE_WORDS: { [U in Use]: string } = {
  labels: "labels",
  approved: "approved answers",
  corrections: "corrections",
  pairs: "pairs",
  corrected: "corrections against the recorded answers",
  questions: "questions",
  ratings: "ratings",
  judge: "what a judge says",
};

/** Where a dataset takes its rows from: `labels of intent in “Support”`. `queueName` gives null for a queue that is gone. */
export function sourceWords(source: Source, queueName: (id: string) => string | null): string {
  if (source.kind === "upload") return "an uploaded file";
  if (source.kind === "version") return `version ${objectWords(source.ref)}`;
  if (source.kind === "votes") return "votes outside of queues";
  if (source.kind === "feedback") return `${usedWords(source)} outside of queues`;
  if (source.kind === "calls" || source.kind === "threads") return recordedWords(source);
  const name = queueName(source.queueId);
  const place = name === null ? "in a queue" : `in “${name}”`;
  return `${usedWords(source)} ${place}${source.takesRunItems ? ", with what reinforcement runs asked" : ""}`;
}

/** `calls that people approved`, `5 selected threads` */
function recordedWords({ kind, filter, feedback }: CallsSource | ThreadsSource): string {
  const selected = kind === "calls" ? filter?.callIds : filter?.threadIds;
  const words = kind === "calls" ? "call" : "thread";
  const which = selected ? countOf(selected.length, `selected ${words}`) : `${words}s`;
  return feedback ? `${which} that people approved` : which;
}

function usedWords({ use, field }: Pick<QueueSource, "use" | "field">): string {
  return field === undefined ? USE_WORDS[use] : `${USE_WORDS[use]} of ${objectName(field)}`;
}

export function sourcesWords(
  { sources }: Pick<Recipe, "sources">,
  queueName: (id: string) => string | null,
): string {
  const text = sources.map((source) => sourceWords(source, queueName)).join("; ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function objectName(ref: string): string {
  return readObjectRef(ref)?.objectId ?? ref;
}

/** `intents, v3` of a reference to that version. */
export function objectWords(ref: string): string {
  const found = readObjectRef(ref);
  return found ? `${found.objectId}, ${found.digest.slice(0, 12)}` : ref;
}

/** How a training job and the address of its form call a version. */
export function versionRef(
  projectId: string,
  dataset: { name: string },
  version: { number: number },
): string {
  return `weave:///${projectId}/object/${dataset.name}:v${version.number}`;
}

type Counts = Pick<DatasetCounts, "train" | "heldOut" | "rejected" | "rejectedBy">;

/** What became no row: items that wait for their first answer, those that reinforcement runs asked about, and what a build turned down. */
export function leftOut({ rejected, rejectedBy }: Pick<Counts, "rejected" | "rejectedBy">) {
  const { open = 0, asked_by_run: ofRuns = 0 } = rejectedBy;
  return { open, ofRuns, rejected: rejected - open - ofRuns };
}

type Since = Pick<DatasetVersion, "retracted" | "countAgain">;
const NOTHING_SINCE: Since = { retracted: null, countAgain: 0 };

/** `12 rows: 10 to train, 2 held out · 3 rejected · 2 asked by runs · 1 open`; where some were retracted, or others count again, `12 rows, 4 retracted since · 10 to train, 2 held out` */
export function countsWords(
  { train, heldOut, ...counts }: Counts,
  { retracted, countAgain }: Since = NOTHING_SINCE,
): string {
  const { open, ofRuns, rejected } = leftOut(counts);
  const gone = [
    ...(retracted ? [`, ${formatCount(retractedIn(retracted))} retracted since`] : []),
    ...(countAgain > 0 ? [`, ${countOf(countAgain, "answer")} to count again`] : []),
  ].join("");
  const held = heldOut > 0 ? `${gone ? " ·" : ":"} ${train} to train, ${heldOut} held out` : "";
  const lost = rejected > 0 ? ` · ${rejected} rejected` : "";
  const asked = ofRuns > 0 ? ` · ${ofRuns} asked by runs` : "";
  const waiting = open > 0 ? ` · ${open} open` : "";
  return `${countOf(train + heldOut, "row")}${gone}${held}${lost}${asked}${waiting}`;
}

/** A share that lies so far from the one that was asked for needs a word. */
const FAR = 0.05;

/** Why another share of the rows is held out than was asked for; null where it is about that. `saysFile` where a file says of some of them which are. */
export function splitNote(
  { train, heldOut }: Pick<DatasetCounts, "train" | "heldOut">,
  asked: number,
  saysFile = false,
): string | null {
  const rows = train + heldOut;
  if (rows === 0 || !(asked > 0 && asked < 1) || Math.abs(heldOut / rows - asked) <= FAR) return null;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const reason = saysFile
    ? "Rows stay in the part that their file says, and chance decides about others"
    : "Each row is drawn by itself, and those of one conversation or prompt together, so of few rows chance decides";
  return `${reason}: of ${countOf(rows, "row")} that gave ${heldOut} held out, ${percent(heldOut / rows)} in place of ${percent(asked)}.`;
}

/** The reasons that occurred, the most frequent first, each in words. */
export function reasonList(
  rejectedBy: DatasetCounts["rejectedBy"],
): { reason: Reason; meaning: string; count: number }[] {
  return REASONS.flatMap((reason) => {
    const count = rejectedBy[reason] ?? 0;
    return count > 0 ? [{ reason, meaning: REJECTIONS[reason], count }] : [];
  }).toSorted((a, b) => b.count - a.count);
}

export const METHODS: { [K in DatasetKind]?: { method: JobKind; loss?: PreferenceLoss } } = {
  sft: { method: "sft" },
  preference: { method: "preference" },
  kto: { method: "preference", loss: "kto" },
  reward: { method: "preference", loss: "rwr" },
};

/** The address of a new job, of any kind, on a version. */
export function newJobQuery(
  projectId: string,
  dataset: { id: string; name: string; kind: DatasetKind },
  version: Parameters<typeof trainingQuery>[2],
): string {
  return dataset.kind === "prompts"
    ? `method=rl&dataset=${dataset.id}&version=${version.number}`
    : trainingQuery(projectId, dataset, version);
}

/** What the address of a new job says of a version: its reference, the method that fits, which replies to learn, whether it holds rows out, and what a model of its own would be called. */
export function trainingQuery(
  projectId: string,
  dataset: { name: string; kind: DatasetKind },
  version: { number: number; recipe: Pick<Recipe, "sources">; counts: Pick<DatasetCounts, "heldOut"> },
): string {
  return new URLSearchParams({
    data: versionRef(projectId, dataset, version),
    ...METHODS[dataset.kind],
    ...(learnsLastReply(version.recipe) ? { replies: "last" } : {}),
    ...(version.counts.heldOut === 0 ? { held_out: "none" } : {}),
    ...newModelOf(version.recipe),
  }).toString();
}

/** A judge says other things than the model that it judges, so it is trained into a model of its own, called after its question. */
function newModelOf(recipe: Pick<Recipe, "sources">): { new_model?: string } {
  const source = judgeSourceOf(recipe);
  return source ? { new_model: `${objectName(source.field)}-judge`.slice(0, 128) } : {};
}
