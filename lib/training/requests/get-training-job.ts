import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { CancelCause, JobState } from "#lib/contract/training/job-states.ts";
import type { getTrainingJob as contract, TrainingJobDetail } from "#lib/contract/training/training.ts";
import { columns, field, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";

export async function getTrainingJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<TrainingJobDetail> {
  const job = await requireJob(ctx, trainingJobId, "training:read");
  const moves = await ctx.db.query(sql`
    select ${columns({
      state: text<JobState>(sql`e.data ->> 'state'`),
      since: field("training_event e", "createdAt"),
      cause: orNull(text<CancelCause>(sql`e.data ->> 'cause'`)),
      by: orNull(text(sql`coalesce(u.name, e.data ->> 'cancelled_by')`)),
    })}
    from training_event e left join app_user u on u.id = e.data ->> 'cancelled_by'
    where e.job_id = ${job.id} and e.type = 'state' order by e.number`);
  const isStopped = job.state === "cancelling" || job.state === "cancelled";
  const asked = moves.flatMap(({ by, cause }) => (by !== null && cause !== null ? [{ by, cause }] : []));
  return {
    ...job,
    states: moves.map(({ state, since }) => ({ state, since })),
    cancellation: (isStopped && asked.at(-1)) || null,
  };
}
