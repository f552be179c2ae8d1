import { columns, float, json, of, orNull } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { ClaimedJob } from "#lib/training/jobs/claim-job.ts";
import type { MadeWith } from "#lib/training/made-with.ts";

/** A job as its row says. Nobody holds it, so whatever is written under its hold fails. */
export type RecordedJob = ClaimedJob;

const RECORDED = columns({
  ...of("training_job j", "projectId", "modelId", "kind", "state", "source", "step", "totalSteps"),
  ...of("training_job j", "startStep", "startsClean", "startCheckpointId", "datasetRef", "keepsOnCancel"),
  madeWith: json<MadeWith | null>(sql`j.made_with`),
  config: json<Record<string, unknown>>(sql`j.config`),
});

/** Without the rows that it was measured by: they change no weight, and go when the job has ended. */
export async function recordedJob(db: Db, jobId: string): Promise<RecordedJob> {
  const [row] = await db.query(sql`select ${RECORDED} from training_job j where j.id = ${jobId}`);
  if (!row) throw new Error(`Training job ${jobId} of a checkpoint has no row`);
  const nothing = { validation: null, best: null, snapshot: null };
  return { ...row, ...nothing, config: withoutChoice(row.config), hold: { jobId, epoch: "0" } };
}

/** Which step was the best is known by now: the line continues with it. */
function withoutChoice(config: Record<string, unknown>): Record<string, unknown> {
  return config.keep === undefined ? config : { ...config, keep: "last" };
}

const LOSS = columns({ loss: orNull(float(sql`(e.data ->> 'loss')::float8`)) });

/** The loss of each step, the first one first, as far as it was recorded. */
export async function recordedLosses(db: Db, jobId: string): Promise<(number | null)[]> {
  const rows = await db.query(sql`
    select ${LOSS} from training_event e
    where e.job_id = ${jobId} and e.is_listed and e.type = 'gradient_step' order by e.number`);
  return rows.map(({ loss }) => loss);
}
