import type { RunState } from "#lib/contract/evaluation/evaluations.ts";
import { metricLabel } from "#lib/contract/evaluation/metric-label.ts";
import type { LoopGain } from "#lib/contract/loops/loop-runs.ts";
import type { LoopMeasure, LoopPromote } from "#lib/contract/loops/loop-settings.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import { gainWords } from "#lib/evaluation/gates/gain-words.ts";

/** What stands of a run. */
export type Standing = {
  /** The version that it built, and whether an earlier run learned from it in the same way. */
  readonly version: { readonly number: number; readonly isLearned: boolean } | null;
  readonly jobsLeft: number;
  readonly job: JobStanding | null;
  /** Noted together with the evaluations that it starts. */
  readonly step: number | null;
  readonly comparedStep: number | null;
  readonly evaluations: readonly EvaluationStanding[];
  /** Null until it is judged. */
  readonly gain: LoopGain | null;
  readonly measure: LoopMeasure | null;
  readonly promote: LoopPromote | null;
};

type JobStanding = {
  readonly state: JobState;
  readonly checkpointStep: number | null;
  readonly errorMessage: string | null;
  readonly waitingFor: string | null;
};
type EvaluationStanding = {
  readonly state: RunState;
  readonly done: number;
  readonly total: number;
  readonly errorMessage: string | null;
};

export type Ending = { readonly as: "done" | "skipped" | "failed"; readonly outcome: string };
export type NextStep =
  | { readonly take: "build" | "train" | "judge" | "ask" }
  | { readonly take: "measure"; readonly step: number }
  | { readonly take: "wait"; readonly waitingFor: string | null }
  | { readonly take: "end"; readonly ending: Ending };

/** What a run does next. Each step is known by what the one before left, so it is right whatever died in between. */
export function nextStep(standing: Standing): NextStep {
  const { version, job, step, jobsLeft } = standing;
  if (version === null) return { take: "build" };
  if (job === null) {
    if (version.isLearned)
      return ends(
        "skipped",
        `Nothing has changed: the loop has learned from version ${version.number} before`,
      );
    if (jobsLeft <= 0)
      return { take: "wait", waitingFor: "the loop has made as many jobs in 24 hours as it may" };
    return { take: "train" };
  }
  if (step === null) return afterJob(job);
  return afterEvaluations(standing, step);
}

function afterJob({ state, checkpointStep, errorMessage, waitingFor }: JobStanding): NextStep {
  if (state === "completed" && checkpointStep !== null) return { take: "measure", step: checkpointStep };
  if (state === "cancelled") return ends("failed", "Somebody cancelled the job");
  if (state === "failed" || state === "completed")
    return ends("failed", `The job ended without a checkpoint: ${errorMessage ?? "it says no reason"}`);
  return { take: "wait", waitingFor };
}

function afterEvaluations(standing: Standing, step: number): NextStep {
  const { evaluations, comparedStep, gain, measure, promote } = standing;
  if (measure === null) return ends("done", `Step ${step} is there; the loop measures nothing`);
  const unfit = evaluations.find(({ state }) => state === "failed" || state === "cancelled");
  if (unfit)
    return ends(
      "failed",
      `Step ${step} could not be measured: ${unfit.errorMessage ?? "somebody cancelled the evaluation"}`,
    );
  if (evaluations.some(({ state }) => state !== "completed"))
    return { take: "wait", waitingFor: measuredOf(evaluations) };
  if (comparedStep === null) return promote ? { take: "ask" } : ends("done", `Step ${step} is the first one`);
  if (gain === null) return { take: "judge" };
  const found = findingOf(gain, measure, comparedStep);
  if (gain.low === null || gain.low <= measure.minGain)
    return ends("skipped", `Step ${step} is not better than noise. ${found}`);
  return promote ? { take: "ask" } : ends("done", `Step ${step} is better. ${found}`);
}

function measuredOf(evaluations: readonly EvaluationStanding[]): string {
  const [done, total] = evaluations.reduce<[number, number]>(
    ([some, all], one) => [some + one.done, all + one.total],
    [0, 0],
  );
  return `${done} of ${total} answers are measured`;
}

/** What was found, with its interval, in the words of gates. */
export function findingOf(gain: LoopGain, { metric, minGain }: LoopMeasure, comparedStep: number): string {
  const { value, low, unit } = gain;
  if (value === null || low === null)
    return `Too few rows have ${metricLabel(metric)} of both it and step ${comparedStep}`;
  return `${metricLabel(metric)} over step ${comparedStep}: ${gainWords({ ...gain, value, low }, unit, minGain)}`;
}

function ends(as: Ending["as"], outcome: string): NextStep {
  return { take: "end", ending: { as, outcome } };
}
