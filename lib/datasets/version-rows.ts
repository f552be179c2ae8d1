import type { Split } from "#lib/contract/datasets/dataset-versions.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, sql } from "#lib/platform/db/sql.ts";

type Wanted = { projectId: string; versionId: string; split?: Split | undefined };

/** The rows of a version, in its order, each as one line of JSON. They are drawn as they are wanted. */
export function versionRows(
  db: Db,
  { projectId, versionId, split }: Wanted,
): Promise<AsyncIterable<{ text: string }>> {
  return db.stream(sql`
    select ${columns({ text: text(sql`t.val`) })}
    from dataset_row r join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    where r.project_id = ${projectId} and r.version_id = ${versionId}
      ${split === undefined ? empty : sql`and r.is_held_out = ${split === "held_out"}`}
    order by r.position`);
}
