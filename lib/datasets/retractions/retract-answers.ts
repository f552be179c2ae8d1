import type { Ctx } from "#lib/access/context.ts";
import type {
  createRetraction as contract,
  Retraction,
  RetractionImpact,
} from "#lib/contract/datasets/retractions.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { lockRetractions } from "./in-force.ts";
import { requireMeant } from "./require-meant.internal.ts";
import { type Meant, retractionImpact } from "./retraction-impact.ts";
import { standingRetraction } from "./standing-retraction.internal.ts";
import { storeRetraction } from "./store-retraction.internal.ts";

type Asked = InputOf<typeof contract>;
type Retracted = { retraction: Retraction | null; impact: RetractionImpact; meant: Meant };

/** Stores what is asked for, unless that is a preview or stands already, and says what it means. */
export async function retractAnswers(ctx: Ctx, input: Asked): Promise<Retracted> {
  const { annotatorUserId = null, itemIds, feedbackIds, since = null, until = null, reason, preview } = input;
  requireNamed(input);
  const meant = { annotatorUserId, itemIds, feedbackIds, since, until };
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    await requireMeant(place, meant);
    const impact = await retractionImpact(place, meant);
    if (preview) return { retraction: null, impact, meant };
    // Pressed twice, it is one, so that lifting it lifts all of it.
    await lockRetractions(db, ctx.project.id);
    const standing = await standingRetraction(place, meant);
    return {
      retraction: standing ?? (await storeRetraction(place, meant, { reason, impact })),
      impact,
      meant,
    };
  });
}

function requireNamed({ annotatorUserId, itemIds, feedbackIds, since, until }: Asked): void {
  if (annotatorUserId === undefined && itemIds.length === 0 && feedbackIds.length === 0)
    throw invalidAt(["body", "annotator_user_id"], {
      type: "value_error",
      text: "say whose answers, to which items, or which answers: annotator_user_id, item_ids or feedback_ids",
    });
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until))
    throw invalidAt(["body", "until"], { type: "value_error", text: `it is not after since, ${since}` });
}
