import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import { InvalidRequest } from "#lib/platform/errors.ts";
import { requireFitGrader } from "./require-fit-grader.internal.ts";

/** What is wrong with a grader is said where it stands in the request. */
export async function requireFitGraders(graders: readonly EvaluationGrader[]): Promise<void> {
  for (const [place, { grader }] of graders.entries())
    await requireFitGrader(grader).catch((error: unknown) => {
      if (!(error instanceof InvalidRequest)) throw error;
      const problems = error.problems.map(({ loc: [body = "body", ...rest], ...problem }) => ({
        ...problem,
        loc: [body, "graders", place, ...rest],
      }));
      throw new InvalidRequest(problems);
    });
}
