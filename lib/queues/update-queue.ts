import type { Ctx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/queues.ts";
import { sql } from "#lib/db/sql.ts";
import { getQueue } from "./get-queue.ts";
import { ownScorerRefs } from "./own-scorer-refs.internal.ts";

type Endpoint = typeof contract.updateQueue;

/** Changes the fields that are given; without any, the queue stays as it is and so does its `updatedAt`. */
export async function updateQueue(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, name, description, scorerRefs } = input;
  if (name === undefined && description === undefined && scorerRefs === undefined)
    return getQueue(ctx, input);
  const refs = scorerRefs && ownScorerRefs(scorerRefs, ctx.project);
  return ctx.db.transaction(async (db) => {
    await db.query(sql`
      update annotation_queue set
        name = coalesce(${name ?? null}, name),
        description = coalesce(${description ?? null}, description),
        scorer_refs = coalesce(${refs ?? null}::text[], scorer_refs),
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where project_id = ${ctx.project.id} and id = ${queueId} and deleted_at is null`);
    return getQueue({ ...ctx, db }, input);
  });
}
