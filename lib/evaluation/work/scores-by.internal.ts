import type { Ctx } from "#lib/access/context.ts";
import type { EvaluationGrader } from "#lib/contract/evaluation/evaluations.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { MASK_REASONS, type MaskReason } from "#lib/contract/evaluation/mask-reasons.ts";
import { grade } from "#lib/evaluation/graders/grade.ts";
import { type Grade, isMasked } from "#lib/evaluation/graders/grade-result.ts";
import { passes } from "#lib/evaluation/graders/passes.ts";
import type { Item, Sample } from "#lib/evaluation/graders/sample.ts";
import type { StoredScore } from "#lib/evaluation/score.internal.ts";
import { graderServices } from "#lib/evaluation/services/grader-services.ts";
import { type Hindrance, hindranceOf } from "./hindrance.internal.ts";

export type ScoredAnswer = {
  readonly scores: readonly (readonly [string, StoredScore])[];
  /** Why some graders gave none, as far as they said so themselves. */
  readonly reasons: readonly MaskReason[];
};

/** A grader that only this answer stops masks it; where the service itself is away, the run waits. */
export async function scoresBy(
  ctx: Ctx,
  graders: readonly EvaluationGrader[],
  { sample, item }: { sample: Sample; item: Item },
): Promise<ScoredAnswer | Hindrance> {
  const services = graderServices(ctx);
  const scores: [string, StoredScore][] = [];
  const reasons = new Set<MaskReason>();
  for (const { name, grader } of graders)
    try {
      const found = await grade(grader, sample, item, services);
      scores.push([name, scoreOf(grader, found)]);
      if (isMasked(found)) reasons.add(found.cause ?? found.reason);
    } catch (error) {
      const found = hindranceOf(error, ctx.signal);
      if (found.hindrance === "service") return found;
      scores.push([name, { masked: found.message }]);
    }
  return { scores, reasons: [...reasons] };
}

function scoreOf(grader: Grader, found: Grade): StoredScore {
  if (isMasked(found)) return { masked: `${MASK_REASONS[found.reason]}: ${found.detail}` };
  return { score: found.score, passed: passes(grader, found.score) };
}
