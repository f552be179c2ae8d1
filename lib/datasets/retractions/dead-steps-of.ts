import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const STEP = columns(of("checkpoint c", "step"));
/** As `healthOf` (`lib/contract/training/job-health.ts`) reads the warnings of a job. */
const DEAD = JSON.stringify([{ severity: "dead" }]);

/** The steps of a model, on the way or not, whose job learned nothing. */
export async function deadStepsOf(
  { db, project }: { db: Db; project: { id: string } },
  modelId: string,
): Promise<ReadonlySet<number>> {
  const found = await db.query(sql`
    select ${STEP} from checkpoint c
    join training_job j on j.project_id = c.project_id and j.id = c.job_id
    where c.project_id = ${project.id} and c.model_id = ${modelId} and c.deleted_at is null and j.warnings::jsonb @> ${DEAD}::jsonb`);
  return new Set(found.map(({ step }) => step));
}
