import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import type * as contract from "#lib/contract/evaluation/graders.ts";
import * as z from "#lib/contract/zod.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { noSuchGrader, requireFreeName, requireGrader, toGrader } from "./grader-records.internal.ts";
import { requireFitGrader } from "./require-fit-grader.internal.ts";

type Endpoint = typeof contract.updateGrader;

/** Changes what is given. */
export async function updateGrader(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { graderId, grader } = input;
  if (grader) await requireFitGrader(grader);
  return ctx.db.transaction(async (db) => {
    const place = { ...ctx, db };
    if (!(await lockRow(db, "grader", { projectId: ctx.project.id, id: graderId })))
      throw noSuchGrader(graderId);
    const before = await requireGrader(place, graderId);
    const { name = before.name, description = before.description, isArchived = before.isArchived } = input;
    if (name !== before.name) await requireFreeName(place, name);
    const { minKappa, minCalls } = input.trust ?? before;
    const definition = grader ? z.encode(Grader, grader) : before.definition;
    await db.query(sql`
      update grader set name = ${name}, description = ${description}, is_archived = ${isArchived},
        min_kappa = ${minKappa}, min_calls = ${minCalls},
        definition = ${JSON.stringify(definition)}::json,
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${ctx.project.id} and id = ${graderId}`);
    return { grader: toGrader(await requireGrader(place, graderId), ctx.project) };
  });
}
