import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import type * as contract from "#lib/contract/evaluation/graders.ts";
import * as z from "#lib/contract/zod.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { requireFreeName, requireGrader, toGrader } from "./grader-records.internal.ts";
import { requireFitGrader } from "./require-fit-grader.internal.ts";

/** Fair agreement, surely, on enough calls to know. */
const USUAL_TRUST = { minKappa: 0.4, minCalls: 50 };

type Endpoint = typeof contract.createGrader;

export async function createGrader(
  ctx: Ctx,
  { name, description, grader, trust = USUAL_TRUST }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireFitGrader(grader);
  const id = newId();
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    await requireFreeName(place, name);
    await db.query(sql`
      insert into grader (id, project_id, name, description, definition, min_kappa, min_calls, created_by)
      values (${id}, ${ctx.project.id}, ${name}, ${description},
        ${JSON.stringify(z.encode(Grader, grader))}::json, ${trust.minKappa}, ${trust.minCalls}, ${ctx.actor.userId})`);
    await tellProject(db, ctx.project.id, "evaluations");
    return { grader: toGrader(await requireGrader(place, id), ctx.project) };
  });
}
