import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import type { getTrainingJob as contract, TrainingJobDetail } from "#lib/contract/training/training.ts";
import { columns, field, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";

export async function getTrainingJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<TrainingJobDetail> {
  const job = await requireJob(ctx, trainingJobId, "training:read");
  const states = await ctx.db.query(sql`
    select ${columns({
      state: text<JobState>(sql`data ->> 'state'`),
      since: field("training_event", "createdAt"),
    })}
    from training_event where job_id = ${job.id} and type = 'state' order by number`);
  return { ...job, states };
}
