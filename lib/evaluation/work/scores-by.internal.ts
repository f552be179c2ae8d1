import type { Ctx } from "#lib/access/context.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { MASK_REASONS } from "#lib/contract/evaluation/mask-reasons.ts";
import { grade } from "#lib/evaluation/graders/grade.ts";
import { type Grade, isMasked } from "#lib/evaluation/graders/grade-result.ts";
import { passes } from "#lib/evaluation/graders/passes.ts";
import type { Item, Sample } from "#lib/evaluation/graders/sample.ts";
import type { StoredScore } from "#lib/evaluation/score.internal.ts";
import { graderServices } from "#lib/evaluation/services/grader-services.ts";
import { type Hindrance, hindranceOf } from "./hindrance.internal.ts";

/** A grader that only this answer stops masks it; where the service itself is away, the run waits. */
export async function scoresBy(
  ctx: Ctx,
  graders: readonly EvaluationGrader[],
  { sample, item }: { sample: Sample; item: Item },
): Promise<{ scores: [string, StoredScore][] } | Hindrance> {
  const services = graderServices(ctx);
  const scores: [string, StoredScore][] = [];
  for (const { name, grader } of graders)
    try {
      scores.push([name, scoreOf(grader, await grade(grader, sample, item, services))]);
    } catch (error) {
      const found = hindranceOf(error, ctx.signal);
      if (found.hindrance === "service") return found;
      scores.push([name, { masked: found.message }]);
    }
  return { scores };
}

function scoreOf(grader: Grader, found: Grade): StoredScore {
  if (isMasked(found)) return { masked: `${MASK_REASONS[found.reason]}: ${found.detail}` };
  return { score: found.score, passed: passes(grader, found.score) };
}
