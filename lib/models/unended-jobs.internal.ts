import { isDict } from "#lib/contract/fields.ts";
import { bool, columns, int, json, of, orNull } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

export type UnendedJob = {
  id: string;
  state: string;
  /** The step that it starts from; null for the newest one when it begins. */
  startStep: number | null;
  /** Whether it passes over steps that should not be started from, once it begins. */
  startsClean: boolean;
  /** The step of its reference, if it requested one. */
  referenceStep: number | null;
};

/** Jobs of a model that still wait or run, in their order. */
export async function unendedJobs(db: Db, modelId: string): Promise<UnendedJob[]> {
  const rows = await db.query(sql`
    select ${JOB} from training_job j left join checkpoint s on s.id = j.start_checkpoint_id
    where j.model_id = ${modelId} and j.state in ('queued', 'validating', 'running', 'cancelling')
    order by j.position`);
  return rows.map(({ config, ...job }) => ({ ...job, referenceStep: referenceStepIn(config) }));
}

const JOB = columns({
  ...of("training_job j", "id", "state"),
  startStep: orNull(int(sql`coalesce(s.step, j.start_step)`)),
  startsClean: bool(sql`j.starts_clean and s.step is null`),
  config: json<unknown>(sql`j.config`),
});

function referenceStepIn(config: unknown): number | null {
  const step = isDict(config) ? (config.kl_penalty_reference_step ?? config.reference_step) : null;
  return typeof step === "number" ? step : null;
}
