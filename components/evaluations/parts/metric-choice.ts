import type { ComparisonCell, MetricFacts } from "#lib/contract/evaluation/evaluation-runs.ts";
import { type Evaluation, OWN_METRICS } from "#lib/contract/evaluation/evaluations.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isOfQuality, metricLabel, metricValue } from "./evaluation-texts.ts";

/** What an evaluation has measured so far. */
export type Measured = {
  metrics: readonly MetricFacts[];
  subjects: readonly { cells: readonly Pick<ComparisonCell, "metric" | "estimate">[] }[];
};

export type KnownOfMetrics = {
  /** Its newest runs beside each other; null where none has ended. */
  measured: Measured | null;
  /** Whether its references are sentences, which no model repeats word for word. */
  isFreeText: boolean;
  /** Whether it says when something gets worse; else it is to get better. */
  isGuard?: boolean;
  /** Whether a row has a reference, whose likelihood any change of a model moves. */
  hasReferences?: boolean;
  /** Whether its rows are pairs, of which it measures whether the right one is preferred. */
  hasPairs: boolean;
};

/** What an evaluation measures and a checkpoint can be judged by. Latency is not: it says how busy the machine was. */
export function metricsOf(
  evaluation: Pick<Evaluation, "graders"> | undefined,
  { hasPairs }: Pick<KnownOfMetrics, "hasPairs">,
): string[] {
  const own = OWN_METRICS.filter((name) => name !== "latency_ms" && (name !== PREFERS || hasPairs));
  return [...own, ...(evaluation?.graders.map(({ name }) => name) ?? [])];
}

/** The metric that most likely distinguishes models: one that has moved in the runs so far, or, before there is a run, one that free text can be measured by. */
export function proposedMetric(
  evaluation: Pick<Evaluation, "graders">,
  { measured, isFreeText, hasPairs, isGuard = false, hasReferences = false }: KnownOfMetrics,
): string {
  const similar = evaluation.graders.find(({ grader }) => grader.type === "text_similarity")?.name;
  const quality = (measured?.metrics ?? []).filter(isOfQuality).toSorted(pairsFirst);
  const moved = measured ? quality.find((metric) => hasMoved(metric, measured)) : undefined;
  if (moved) return moved.name;
  const hasRoom = measured ? quality.find((metric) => isBetween(metric, measured)) : undefined;
  if (hasRoom) return hasRoom.name;
  if (hasPairs) return PREFERS;
  // A share that is 0 at the start cannot fall.
  if (isGuard && hasReferences && quality.length === 0) return "nll";
  return isFreeText || quality.length > 0 ? (similar ?? "nll") : "exact_match";
}

const PREFERS = "prefers_chosen" satisfies (typeof OWN_METRICS)[number];

/** Whether it says that the right one of two replies is preferred. */
export function isOfPairs({ name }: MetricFacts): boolean {
  return name === PREFERS;
}

/** Where pairs are measured, they are what the dataset is about. */
function pairsFirst(a: MetricFacts, b: MetricFacts): number {
  return Number(isOfPairs(b)) - Number(isOfPairs(a));
}

/** What speaks against a metric, in plain words; null where nothing does. */
export function metricWarning(metric: string, measured: Measured | null): string | null {
  const facts = measured?.metrics.find(({ name }) => name === metric);
  const values = measured ? valuesOf(metric, measured) : [];
  const [first] = values;
  if (!facts || first === undefined || !isOfQuality(facts) || new Set(values).size > 1) return null;
  const isAll = values.length > 1;
  const isEdge = isAtEdge(facts, first);
  if (!isAll && !isEdge) return null;
  const runs = isAll ? "All runs so far have" : "The only run so far has";
  const reason =
    facts.unit === "share" && first === 1
      ? "nothing is left to get better"
      : isEdge
        ? "nothing can get better by it"
        : `nothing has changed ${metricLabel(metric)} yet`;
  return `${runs} ${metricValue(first, facts.unit)}: ${reason}.`;
}

/** As many words are no label any more, and no model says them by chance. */
const MANY_WORDS = 5;

/** Whether what these rows call a good answer is mostly sentences. */
export function isFreeText(rows: readonly { row: Readonly<Record<string, unknown>> }[]): boolean {
  const references = rows.flatMap(({ row }) => referenceIn(row) ?? []);
  const long = references.filter((text) => text.trim().split(/\s+/).length >= MANY_WORDS);
  return long.length * 2 > references.length;
}

/** Whether some of these rows say what a good answer is. */
export function haveReferences(rows: readonly { row: Readonly<Record<string, unknown>> }[]): boolean {
  return rows.some(({ row }) => referenceIn(row) !== null);
}

/** Whether these rows are of two replies each. */
export function arePairs(rows: readonly { row: Readonly<Record<string, unknown>> }[]): boolean {
  return rows.some(({ row }) => "chosen" in row);
}

/** What evaluations compare with: the row's own reference, or the last reply of a conversation, or the better one of a pair. */
function referenceIn({ reference, messages, chosen }: Readonly<Record<string, unknown>>): string | null {
  if (typeof reference === "string") return reference;
  const replies = Array.isArray(messages) ? messages : Array.isArray(chosen) ? chosen : [];
  const last: unknown = replies.at(-1);
  return isDict(last) && typeof last.content === "string" ? last.content : null;
}

function valuesOf(metric: string, { subjects }: Measured): number[] {
  return subjects.flatMap(({ cells }) =>
    cells.flatMap(({ metric: name, estimate }) => (name === metric ? (estimate.value ?? []) : [])),
  );
}

function hasMoved({ name }: MetricFacts, measured: Measured): boolean {
  return new Set(valuesOf(name, measured)).size > 1;
}

function isBetween(facts: MetricFacts, measured: Measured): boolean {
  return valuesOf(facts.name, measured).some((value) => !isAtEdge(facts, value));
}

/** Nothing gets worse than 0, and no share better than all; what a likelihood ends at nobody knows. */
function isAtEdge({ unit }: MetricFacts, value: number): boolean {
  return unit !== "nats" && (value === 0 || (unit === "share" && value === 1));
}
