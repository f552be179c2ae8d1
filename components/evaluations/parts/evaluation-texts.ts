import { numberText } from "#components/queues/parts/estimate-text.ts";
import type { Tone } from "#components/ui/button/badge.tsx";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type {
  ComparisonCell,
  MetricFacts,
  PeopleAndJudge,
  ResultFilter,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import type { EvaluationRun, RunOrigin, RunState } from "#lib/contract/evaluation/evaluations.ts";
import { METHOD_WORDS } from "#lib/contract/evaluation/method-words.ts";

export const RUN_STATE_WORDS: { [S in RunState]: { label: string; tone: Tone } } = {
  queued: { label: "Queued", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  completed: { label: "Completed", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

export { metricLabel } from "#lib/contract/evaluation/metric-label.ts";

export const FILTER_LABELS: { [F in ResultFilter]: string } = {
  fixed: "Fixed",
  broken: "Broken",
  masked: "Masked",
  failed: "Failed",
  passed: "Passed",
};

const METRIC_HELP: Readonly<Record<string, string>> = {
  exact_match: "The share of answers that say the reference, word for word",
  prefers_chosen:
    "The share of pairs whose preferred reply the model holds more likely than the other, all its tokens together. Long replies are less likely, so compare models rather than with 50 %",
  nll: "Negative log-likelihood, of each row the mean per token: how much the reference surprises the model. The validation loss of a job counts all tokens alike instead, so that long rows count more",
  latency_ms: "From the request to the end of the answer, with the wait for other answers of the run",
  completion_tokens: "How long the answers are",
};

/** What a metric says, in plain words; nothing of one that a grader gives. */
export function metricHelp(name: string): string | undefined {
  return Object.hasOwn(METRIC_HELP, name) ? METRIC_HELP[name] : undefined;
}

/** `shop:step3` of a model of the project, else the whole name. */
export function subjectLabel(name: string, projectId: string): string {
  return name.startsWith(`${projectId}/`) ? name.slice(projectId.length + 1) : name;
}

/** What started a run where nobody did; empty where somebody has. */
export const ORIGIN_WORDS: { [O in RunOrigin]: string } = {
  person: "",
  checkpoint: "by itself, as the checkpoint came",
  loop: "by a loop",
  guard: "by the guard of a reinforcement run",
};

/** `shop:step3`, with what started the run where nobody did. */
export function runLabel(
  { subject, origin }: Pick<EvaluationRun, "subject" | "origin">,
  projectId: string,
): string {
  const words = ORIGIN_WORDS[origin];
  return `${subjectLabel(subject.name, projectId)}${words === "" ? "" : `, ${words}`}`;
}

export function isUnended({ state }: Pick<EvaluationRun, "state">): boolean {
  return state === "queued" || state === "running";
}

/** A number of a metric as people read it: `62.5 %`, `840 ms`. A dash where there is none. */
export function metricValue(value: number | null, unit: MetricFacts["unit"]): string {
  if (value === null) return "–";
  if (unit === "share") return `${percent(value)} %`;
  if (unit === "ms") return formatDuration(value);
  return unit === "tokens" ? formatCount(Math.round(value * 10) / 10) : numberText(value);
}

/** `51–72 %`; what is known of too few answers has no interval. */
export function intervalWords(
  { low, high }: Pick<Estimate, "low" | "high">,
  unit: MetricFacts["unit"],
): string {
  if (low === null || high === null) return "no interval";
  if (unit === "share") return `${percent(low)}–${percent(high)} %`;
  return `${metricValue(low, unit)} – ${metricValue(high, unit)}`;
}

/** `51–72 % · n 40 · Wilson`: the interval, of how many answers, and how it was computed. */
export function estimateWords(estimate: Estimate, unit: MetricFacts["unit"]): string {
  const { n, method } = estimate;
  if (n === 0) return "not measured";
  return `${intervalWords(estimate, unit)} · n ${formatCount(n)} · ${METHOD_WORDS[method]}`;
}

/** `+12` of a share, which are points of percent; `−80 ms` */
export function changeWords(value: number, unit: MetricFacts["unit"]): string {
  const size = Math.abs(value);
  const words = String(unit === "share" ? percent(size) : metricValue(size, unit));
  // What is too small to be shown has no side.
  const isNone = !/[1-9]/.test(words);
  return `${isNone ? "±" : value > 0 ? "+" : "−"}${words}`;
}

/** Whether a metric says how good answers are. Shorter or faster ones are cheaper, and no better for that. */
export function isOfQuality({ unit }: Pick<MetricFacts, "unit">): boolean {
  return unit !== "ms" && unit !== "tokens";
}

/** What a figure of a metric is not to be taken for; null of most. */
export function metricCaution({ unit }: Pick<MetricFacts, "unit">): string | null {
  return unit === "ms" ? "includes waiting in line" : null;
}

/** `paired bootstrap · n 39 in 4 units · McNemar p = 0.03`; of what passes or fails there is an exact test as well. */
export function differenceWords(
  { method, n }: Estimate,
  { pValue, units }: Pick<ComparisonCell, "pValue" | "units">,
): string {
  const test = pValue === null ? "" : ` · McNemar ${probabilityWords(pValue)}`;
  const together = units === n ? "" : ` in ${countOf(units, "unit")}`;
  return `${METHOD_WORDS[method]} · n ${formatCount(n)}${together}${test}`;
}

/** `p = 0.03`, with a third digit where two would say little. */
function probabilityWords(pValue: number): string {
  return pValue < 0.001 ? "p < 0.001" : `p = ${pValue.toFixed(pValue < 0.01 ? 3 : 2)}`;
}

/** What people and a judge say together and each alone, a sentence each. */
export function peopleAndJudgeWords({ together, peopleAlone, judgeAlone, alike }: PeopleAndJudge): string[] {
  if (peopleAlone.n === 0) return ["People have not answered any of its answers there."];
  const unit = isShare(peopleAlone) && isShare(judgeAlone) ? "share" : "score";
  const said = (estimate: Estimate) =>
    `${metricValue(estimate.value, unit)} (${intervalWords(estimate, unit)})`;
  const votes = judgeAlone.n - peopleAlone.n;
  const agrees = alike.value === null ? "" : ` The judge agrees in ${percent(alike.value)} %.`;
  return [
    `${said(together)}, of ${formatCount(peopleAlone.n)} by people and ${formatCount(votes)} more by the judge.${agrees}`,
    `People alone: ${said(peopleAlone)}. Judge alone: ${said(judgeAlone)}.`,
  ];
}

/** Whether it lies where shares do. */
function isShare({ value }: Estimate): boolean {
  return value === null || (value >= 0 && value <= 1);
}

function percent(share: number): string {
  return String(Math.round(share * 1000) / 10);
}

/** That runs measured different versions, and what is compared then; null where all measured one. */
export function mixedVersionsWords(runs: readonly Pick<EvaluationRun, "version">[]): string | null {
  const versions = [...new Set(runs.map(({ version }) => version))].toSorted((a, b) => a - b);
  if (versions.length < 2) return null;
  const names = versions.map((version) => `v${version}`);
  return `These runs measured different versions of the dataset, ${names.slice(0, -1).join(", ")} and ${names.at(-1)}. Each figure is of all rows of its version; a difference is only of the rows that both versions have, and its n counts them.`;
}

/**
 * The newest run of each subject that has an answer, or may get one; at most eight, the oldest first. What people started comes before what loops and guards
 * did, which run by themselves and ask each row once.
 */
export function comparedRuns(runs: readonly EvaluationRun[]): EvaluationRun[] {
  const ofPeople = runs.filter(({ origin }) => origin === "person");
  const ofOthers = runs.filter(({ origin }) => origin !== "person");
  const newest = new Map<string, EvaluationRun>();
  for (const run of [...ofPeople, ...ofOthers])
    if (!newest.has(run.subject.name) && (run.done > 0 || isUnended(run))) newest.set(run.subject.name, run);
  const chosen = new Set([...newest.values()].slice(0, MAX_COMPARED));
  return runs.filter((run) => chosen.has(run)).reverse();
}

const MAX_COMPARED = 8;

/** What the others are compared with at first, as one asks what training did: the oldest run without a checkpoint, or else of the oldest model the earliest step. */
export function firstBaseline(runs: readonly EvaluationRun[]): EvaluationRun | null {
  const [oldest] = runs;
  const base = runs.find(({ subject }) => subject.modelId === null);
  if (!oldest || base) return base ?? null;
  return runs
    .filter(({ subject }) => subject.modelId === oldest.subject.modelId)
    .reduce((first, run) => ((run.subject.step ?? 0) < (first.subject.step ?? 0) ? run : first), oldest);
}
