import type { Ctx } from "#lib/access/context.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { Dataset as DatasetRow } from "#lib/generated/prisma/client.ts";
import { columns, int, orNull } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { answersAfter, QUEUES } from "./answers-after.ts";
import { NEWEST_FIRST } from "./newest-first.ts";
import { sinceRead } from "./since-read.internal.ts";
import { readRecipe, toVersion, VERSION_COLUMNS } from "./version-records.internal.ts";

const MOST_NEW_ANSWERS = 1_000;

const LATEST = columns({
  ...VERSION_COLUMNS,
  newAnswers: orNull(
    int(sql`case when exists (${QUEUES}) then (
    select count(*) from (
      select from ${answersAfter(sql`greatest(v.as_of, d.read_at)`)} limit ${MOST_NEW_ANSWERS}) newest) end`),
  ),
  versionCount: int(sql`(
    select count(*) from dataset_version o where o.project_id = v.project_id and o.dataset_id = v.dataset_id)`),
});

/** Datasets as the wire shows them, with what is known of their versions. */
export async function withVersions(
  { db, project }: Pick<Ctx, "db" | "project">,
  rows: readonly (Omit<DatasetRow, "recipe" | "readAt"> & { recipe: unknown })[],
): Promise<Dataset[]> {
  const latest = await db.query(sql`
    select distinct on (v.dataset_id) ${LATEST}
    from dataset_version v join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where v.project_id = ${project.id} and v.dataset_id = any(${rows.map(({ id }) => id)}::text[])
    order by v.dataset_id, ${NEWEST_FIRST}`);
  const since = await sinceRead(
    { db, project },
    latest.map(({ id }) => id),
  );
  const byDataset = new Map(latest.map((version) => [version.datasetId, version]));
  return rows.map(({ recipe, ...row }) => {
    const { versionCount = 0, newAnswers = null, ...version } = byDataset.get(row.id) ?? {};
    return {
      ...row,
      projectId: project.path,
      recipe: readRecipe(recipe),
      versionCount,
      newAnswers,
      latestVersion: "id" in version ? toVersion(version, project, since(version.id)) : null,
    };
  });
}
