import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import type { Tone } from "#components/ui/button/badge.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { amountWords, barely, unitBefore } from "#lib/contract/evaluation/amount-words.ts";
import { metricLabel } from "#lib/contract/evaluation/metric-label.ts";
import type { LoopGain, LoopRun, LoopRunState, LoopTrigger } from "#lib/contract/loops/loop-runs.ts";
import type { LoopMeasure, LoopTrain, LoopWhen } from "#lib/contract/loops/loop-settings.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";

const RUN_WORDS: { [S in LoopRunState]: { label: string; tone: Tone } } = {
  building: { label: "Building", tone: "accent" },
  training: { label: "Training", tone: "accent" },
  evaluating: { label: "Evaluating", tone: "accent" },
  asking: { label: "Asking", tone: "accent" },
  done: { label: "Done", tone: "success" },
  skipped: { label: "Skipped", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
  stopped: { label: "Stopped", tone: "neutral" },
};

/** What a run is at, or that it cannot go further by itself at this moment. */
export function runWords(run: LoopRun): { label: string; tone: Tone } {
  return isHeldUp(run) ? { label: "Waiting", tone: "warning" } : RUN_WORDS[run.state];
}

/** Before its job is made, a run waits only where it may make none. */
function isHeldUp({ state, jobId, waitingFor }: LoopRun): boolean {
  return state === "training" && jobId === null && waitingFor !== null;
}

export const TRIGGER_WORDS: { [T in LoopTrigger]: string } = {
  schedule: "by its schedule",
  answers: "at new answers",
  manual: "by hand",
};

/** Whether its run has all but a job to continue, and may make none yet. */
export function waitsForBudget({ lastRun, nextJobAt }: Pick<Loop, "lastRun" | "nextJobAt">): boolean {
  return lastRun !== null && nextJobAt !== null && isHeldUp(lastRun);
}

/** What a loop does at the moment, in few words. */
export function loopWords(loop: Pick<Loop, "isPaused" | "problem" | "lastRun" | "nextJobAt">): {
  label: string;
  tone: Tone;
} {
  if (loop.problem !== null) return { label: "Stopped", tone: "danger" };
  if (waitsForBudget(loop)) return { label: "Waiting for budget", tone: "warning" };
  return loop.isPaused ? { label: "Paused", tone: "neutral" } : { label: "At work", tone: "success" };
}

export function whenWords(when: LoopWhen): string {
  switch (when.kind) {
    case "answers":
      return `At ${countOf(when.count, "new answer")}`;
    case "daily":
      return `Each day at ${when.at} (${when.timeZone})`;
    case "hours":
      return when.hours === 1 ? "Every hour" : `Every ${formatCount(when.hours)} hours`;
  }
}

/** `3 epochs, rate 0.0002, the best step, otherwise as proposed`: how a loop's jobs learn, as far as somebody chose it. */
export function learningWords({ config = {} }: Pick<LoopTrain, "config">): string {
  const { nEpochs, learningRate: rate, batchSize, keep } = config;
  const replies = "assistantTurns" in config ? config.assistantTurns : undefined;
  const chosen = [
    ...(nEpochs === undefined ? [] : [countOf(nEpochs, "epoch")]),
    ...(rate === undefined ? [] : [Array.isArray(rate) ? "a rate for each batch" : `rate ${rate}`]),
    ...(batchSize === undefined ? [] : [`${batchSize} rows per step`]),
    ...(keep === undefined ? [] : [`the ${keep} step`]),
    ...(replies === undefined ? [] : [replies === "all" ? "every reply" : "last replies"]),
  ];
  return chosen.length === 0
    ? "as a new job would propose"
    : `${chosen.join(", ")}, otherwise as a new job would propose`;
}

export function isUnended({ endedAt }: Pick<LoopRun, "endedAt">): boolean {
  return endedAt === null;
}

/** `+12 points (4 to 20)` */
export function gainWords({ value, low, high, unit }: LoopGain): string {
  if (value === null) return "not measurable";
  const interval =
    low === null || high === null ? "no interval" : `${barely(low, unit)} to ${barely(high, unit)}`;
  return `${value > 0 ? "+" : ""}${amountWords(value, unit)} (${interval})`;
}

/** `Exact match, gain above 2 points`: what decides, in the unit that was measured last, or that the metric has anyway. */
export function measureWords({ metric, minGain }: LoopMeasure, gain: LoopGain | null): string {
  return `${metricLabel(metric)}, gain above ${amountWords(minGain, gain?.unit ?? unitBefore(metric))}`;
}

export type StripStep = {
  name: string;
  text: string;
  look: "done" | "now" | "held" | "bad" | "idle";
  href: string | null;
};

const ORDER: readonly LoopRunState[] = ["building", "training", "evaluating", "asking"];

/** The steps of a run after the answers, each with what it made; those that it does not take are left out. */
export function stepsOf(run: LoopRun | null, loop: Loop, place: ProjectPath): StripStep[] {
  const measures = run ? run.evaluationId !== null : loop.measure !== undefined;
  const made = [
    { name: "Build", text: run && run.version !== null ? `v${run.version}` : null },
    { name: "Train", text: run && run.step !== null ? `step ${run.step}` : null },
    ...(measures
      ? [
          { name: "Evaluate", text: run?.gain ? gainWords(run.gain) : null },
          { name: "Ask", text: run ? askedWords(run, loop) : null },
        ]
      : []),
  ];
  const hrefs = run ? hrefsOf(run, place) : [];
  const now = run ? ORDER.indexOf(run.state) : -1;
  const missing = made.findIndex(({ text }) => text === null);
  // A run that found nothing new has looked at the version, and built none.
  const isAsBefore = run?.state === "skipped" && run.jobId === null;
  return made.map(({ name, text }, at): StripStep => {
    if (isAsBefore && text !== null)
      return { name, text: `${text}, as before`, look: "idle", href: hrefs[at] ?? null };
    const look =
      text !== null
        ? "done"
        : at === now
          ? run && isHeldUp(run)
            ? "held"
            : "now"
          : run?.state === "failed" && at === missing
            ? "bad"
            : "idle";
    return {
      name,
      text: text ?? (look === "idle" ? idleText(hrefs[at]) : STEP_TEXTS[look]),
      look,
      href: hrefs[at] ?? null,
    };
  });
}

/** What a run had begun when it ended is there, without a result. */
function idleText(href: string | null | undefined): string {
  return href ? "ended" : "–";
}

const STEP_TEXTS = { done: "", now: "now", held: "waiting", bad: "failed" };

function askedWords({ promotion, state, step }: LoopRun, { promote }: Loop): string | null {
  if (promotion) return `${promotion.alias}: ${promotion.state}`;
  return state === "done" && promote ? `${promote.alias} is step ${step}` : null;
}

function hrefsOf(run: LoopRun, place: ProjectPath): (string | null)[] {
  const { datasetId, version, jobId, evaluationId, evaluationRunIds, modelId, promotion, state } = run;
  return [
    version === null ? null : projectHref(place, "datasets", datasetId),
    jobId === null ? null : projectHref(place, "training", jobId),
    evaluationId === null || evaluationRunIds.length === 0
      ? null
      : projectHref(place, "evaluations", evaluationId),
    promotion || state === "done" ? `${projectHref(place, "models", modelId)}?tab=aliases` : null,
  ];
}
