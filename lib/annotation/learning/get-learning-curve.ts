import type { Ctx } from "#lib/access/context.ts";
import { learningCurve } from "#lib/annotation/learner/learning-curve.ts";
import type * as contract from "#lib/contract/annotation/queue-learning.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { inTurns } from "#lib/platform/in-turns.ts";
import { readAnswered } from "./read-evidence.internal.ts";

type Endpoint = typeof contract.getLearningCurve;

/** The newest answered items; more would not change the line and keep people waiting. */
const MAX_ITEMS = 1_000;
const SEED = 1;

/** Each field of the queue in its order. Others are served while it computes. */
export async function getLearningCurve(
  ctx: Pick<Ctx, "db" | "project">,
  { queueId }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const place = { projectId: ctx.project.id, queueId };
  const { fields, answered } = await readAnswered(ctx.db, place, MAX_ITEMS);
  const curves: contract.FieldCurve[] = [];
  for (const { ref, name, isOrdered } of fields) {
    const given = answered.flatMap(({ features, values }) => {
      const value = values.get(ref);
      return value === undefined ? [] : [{ features, value }];
    });
    const curve = await inTurns(learningCurve(given, { isOrdered, seed: SEED }));
    if (curve) curves.push({ ref, name, ...curve });
  }
  return { fields: curves };
}
