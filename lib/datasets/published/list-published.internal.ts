import type { Ctx } from "#lib/access/context.ts";
import type { PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import { columns, field, int, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { OBJECT_COLUMNS } from "./read-object.internal.ts";
import { publishedRef, tablesOf } from "./tables-of.internal.ts";

const MAX_LISTED = 100;

const FOUND = columns({
  name: field("object_version o", "objectId"),
  ...of("object_version o", "versionIndex", "createdBy", "createdAt"),
  ...OBJECT_COLUMNS,
  versionCount: int(sql`(
    select count(*) from object_version v
    where v.project_id = o.project_id and v.object_id = o.object_id and v.deleted_at is null and v.base_object_class = 'Dataset')`),
});

/**
 * Datasets that programs stored as objects, such as those of the Weave SDK, each by its newest version. They have no recipe. Versions that were built here
 * are objects, too, and belong to their dataset.
 */
export async function publishedDatasets(
  place: Pick<Ctx, "db" | "project">,
  isNamed: (name: Sql) => Sql,
): Promise<PublishedDataset[]> {
  const { db, project } = place;
  const found = await db.query(sql`
    with newest as (
      select distinct on (o.object_id) o.* from object_version o
      where o.project_id = ${project.id} and o.deleted_at is null and o.base_object_class = 'Dataset' and ${isNamed(sql`o.object_id`)}
        and not exists (select from dataset d where d.project_id = o.project_id and d.name = o.object_id)
      order by o.object_id, o.version_index desc)
    select ${FOUND} from newest o
    order by o.created_at desc, o.object_id limit ${MAX_LISTED}`);
  const tables = await tablesOf(place, found);
  return found.flatMap(({ name, versionIndex: number, versionCount, createdBy, createdAt }, at) => {
    const table = tables[at];
    const ref = publishedRef(project, name, number);
    return table ? [{ name, number, ref, ...table, versionCount, createdBy, createdAt }] : [];
  });
}
