import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

export type UnendedJob = {
  id: string;
  state: string;
  /** The step that it compares itself to, where it asked for one. */
  referenceStep: number | null;
};

/** Jobs of a model that still wait or run, in their order. */
export async function unendedJobs(db: Db, modelId: string): Promise<UnendedJob[]> {
  const rows = await db.query<{ id: string; state: string; config: string }>(sql`
    select id, state, config::text as config from training_job
    where model_id = ${modelId} and state in ('queued', 'validating', 'running', 'cancelling')
    order by position`);
  return rows.map(({ id, state, config }) => ({ id, state, referenceStep: referenceStepIn(config) }));
}

function referenceStepIn(config: string): number | null {
  const settings: unknown = JSON.parse(config);
  const step = isDict(settings) ? settings.kl_penalty_reference_step : null;
  return typeof step === "number" ? step : null;
}
