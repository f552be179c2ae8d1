import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type {
  listTrainingEvents as contract,
  TrainingEvent,
} from "#lib/contract/training/training-progress.ts";
import { columns, json, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { eventNumber } from "#lib/training/event-number.internal.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";

export async function listTrainingEvents(
  ctx: AccountCtx,
  { trainingJobId, after, limit }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { id: jobId } = await requireJobRow(ctx, trainingJobId, "training:read");
  const number = after === undefined ? 0n : await numberOf(ctx.db, jobId, after);
  const event = columns({
    ...of("training_event", "id", "type", "createdAt"),
    data: json<TrainingEvent["data"]>(sql`data`),
  });
  const events = await ctx.db.query(
    sql`
      select ${event} from training_event
      where job_id = ${jobId} and is_listed and number > ${String(number)}::bigint
      order by number limit ${limit + 1}`,
    "list-training-events",
  );
  return toPage(events, limit);
}

async function numberOf(db: Db, jobId: string, eventId: string): Promise<bigint> {
  const number = await eventNumber(db, { jobId, eventId, onlyListed: true });
  if (number === null) throw unknownCursor("event of this training job");
  return number;
}
