import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { GradedSample, GraderPart } from "#lib/contract/evaluation/grader-trials.ts";
import { type Grade, isMasked } from "#lib/evaluation/graders/grade-result.ts";
import { passes } from "#lib/evaluation/graders/passes.ts";

/** A grade as the wire shows it. */
export function shownGrade(grader: Grader, grade: Grade): Omit<GradedSample, "parts"> {
  return isMasked(grade)
    ? { ...maskOf(grade), passed: null }
    : { score: grade.score, passed: passes(grader, grade.score), masked: null };
}

export function partsOf({ parts = {} }: Grade): GraderPart[] {
  return Object.entries(parts).map(([name, part]) =>
    isMasked(part) ? { name, ...maskOf(part) } : { name, score: part.score, masked: null },
  );
}

function maskOf({ reason, detail }: Extract<Grade, { masked: true }>) {
  return { score: null, masked: { reason, detail } };
}
