import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** Whether the run `n` of an evaluation has the answers that a run of one sample begun now would have, or will have them. */
export function isAnsweredAlike({ modelId, versionId }: { modelId: Sql; versionId: Sql }): Sql {
  return sql`
    n.model_id = ${modelId} and n.version_id = ${versionId} and n.samples = 1 and n.seed = 1
    and n.state in ('queued', 'running', 'completed')`;
}
