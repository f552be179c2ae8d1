import { hashKey } from "@tanstack/react-query";
import { graderOptions } from "#components/evaluations/make/grader-presets.ts";
import type { Evaluation, EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";

/** A grader of an evaluation beside the one of the project that it was taken from, by its name; null where there is none. */
export type KeptGrader = { own: EvaluationGrader; stored: StoredGrader | null; isNewest: boolean };

/** An evaluation keeps its graders as they were when it was made; the project's may have changed since. */
export function keptGraders(own: readonly EvaluationGrader[], stored: readonly StoredGrader[]): KeptGrader[] {
  const names = new Map(graderOptions(stored).map(({ value, grader }) => [value, grader.name]));
  return own.map((grader) => {
    const alike = stored.filter(({ id }) => names.get(id) === grader.name);
    const same = alike.find((one) => isSame(one.grader, grader.grader));
    return {
      own: grader,
      stored: same ?? alike[0] ?? null,
      isNewest: same !== undefined || alike.length === 0,
    };
  });
}

/** The same graders, each with its newest text. */
export function newestGraders(kept: readonly KeptGrader[]): EvaluationGrader[] {
  return kept.map(({ own, stored, isNewest }) =>
    isNewest || !stored ? own : { name: own.name, grader: stored.grader },
  );
}

/** Whether an evaluation measures with these graders what another one measures with its own. */
export function measuresLike(
  one: Evaluation,
  other: Evaluation,
  graders: readonly EvaluationGrader[],
): boolean {
  const { datasetId, version, sampling } = other;
  return isSame(
    [one.datasetId, one.version, one.sampling, one.graders],
    [datasetId, version, sampling, graders],
  );
}

/** Says it of judges alone: what a model, and no rule, decides. */
export function isJudge({ grader }: EvaluationGrader): boolean {
  const parts = grader.type === "multi" ? Object.values(grader.graders) : [grader];
  return parts.some(({ type }) => JUDGES.has(type));
}

const JUDGES = new Set<string>(["label_model", "score_model", "spindle.judge"]);

function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

/** A name that says what is new, and is free. */
export function newerName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/, newer graders(?: \d+)?$/, "").slice(0, 100);
  const first = `${stem}, newer graders`;
  for (let number = 2, next = first; ; number++) {
    if (!taken.has(next)) return next;
    next = `${first} ${number}`;
  }
}
