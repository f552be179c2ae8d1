import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { JobState } from "#lib/contract/training/job-states.ts";
import type { getTrainingJob as contract, TrainingJobDetail } from "#lib/contract/training/training.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { requireJob } from "#lib/training/require-job.internal.ts";

export async function getTrainingJob(
  ctx: AccountCtx,
  { trainingJobId }: InputOf<typeof contract>,
): Promise<TrainingJobDetail> {
  const job = await requireJob(ctx, trainingJobId, "training:read");
  const states = await ctx.db.query<{ state: JobState; since: Date }>(sql`
    select data ->> 'state' as state, created_at as since from training_event
    where job_id = ${job.id} and type = 'state' order by training_event.number`);
  return { ...job, states };
}
