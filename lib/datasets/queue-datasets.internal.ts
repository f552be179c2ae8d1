import type { Ctx } from "#lib/access/context.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

const DATASET = columns({
  ...of("dataset d", "id", "projectId", "name", "kind", "description", "recipe", "isArchived"),
  ...of("dataset d", "createdBy", "createdAt", "updatedAt"),
});

/** Datasets of a project that take answers of the queue and are not archived, by name. */
export function queueDatasets(
  { db, project }: Pick<Ctx, "db" | "project">,
  { queueId, limit }: { queueId: string; limit: number },
) {
  return db.query(sql`
    select ${DATASET}
    from dataset d
    where d.project_id = ${project.id} and not d.is_archived and exists (
      select from json_array_elements(d.recipe -> 'sources') s where s ->> 'kind' = 'queue' and s ->> 'queue_id' = ${queueId})
    order by d.name limit ${limit}`);
}
