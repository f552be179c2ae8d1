import type { Ctx } from "#lib/access/context.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { columns } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { sinceRead } from "./since-read.internal.ts";
import { toVersion, VERSION_COLUMNS } from "./version-records.internal.ts";

/** Versions of a dataset, newest first. */
export async function versionsOf(
  { db, project }: Pick<Ctx, "db" | "project">,
  datasetId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<DatasetVersion[]> {
  const records = await db.query(sql`
    select ${columns(VERSION_COLUMNS)}
    from dataset_version v join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where v.project_id = ${project.id} and v.dataset_id = ${datasetId}
    order by v.number desc limit ${limit} offset ${offset}`);
  const since = await sinceRead(
    { db, project },
    records.map(({ id }) => id),
  );
  return records.map((record) => toVersion(record, project, since(record.id)));
}
