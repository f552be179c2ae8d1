import type { Ctx } from "#lib/access/context.ts";
import type { PublishedDataset } from "#lib/contract/datasets/datasets.ts";
import { isDict } from "#lib/contract/fields.ts";
import { columns, field, int, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { kindOfRow } from "./import/row-shapes.ts";

const MOST_LISTED = 100;

const FOUND = columns({
  name: field("object_version o", "objectId"),
  ...of("object_version o", "versionIndex", "createdBy", "createdAt"),
  rows: int(sql`cardinality(t.row_digests)`),
  versionCount: int(sql`(
    select count(*) from object_version v
    where v.project_id = o.project_id and v.object_id = o.object_id and v.deleted_at is null and v.base_object_class = 'Dataset')`),
  first: orNull(text(sql`r.val`)),
});

/**
 * Datasets that programs stored as objects, such as those of the Weave SDK, each by its newest version. They have no recipe. Versions that were built here
 * are objects, too, and belong to their dataset.
 */
export async function publishedDatasets(
  { db, project }: Pick<Ctx, "db" | "project">,
  isNamed: (name: Sql) => Sql,
): Promise<PublishedDataset[]> {
  const found = await db.query(sql`
    with newest as (
      select distinct on (o.object_id) o.* from object_version o
      where o.project_id = ${project.id} and o.deleted_at is null and o.base_object_class = 'Dataset' and ${isNamed(sql`o.object_id`)}
        and not exists (select from dataset d where d.project_id = o.project_id and d.name = o.object_id)
      order by o.object_id, o.version_index desc)
    select ${FOUND} from newest o
    join row_table t on t.project_id = o.project_id
      and o.val ->> 'rows' = 'weave:///' || ${project.path} || '/table/' || t.digest
    left join table_row r on r.project_id = t.project_id and r.digest = t.row_digests[1]
    order by o.created_at desc, o.object_id limit ${MOST_LISTED}`);
  return found.map(({ name, versionIndex: number, createdBy, createdAt, rows, versionCount, first }) => ({
    name,
    number,
    ref: `weave:///${project.path}/object/${name}:v${number}`,
    kind: kindIn(first),
    rows,
    versionCount,
    createdBy,
    createdAt,
  }));
}

function kindIn(first: string | null): PublishedDataset["kind"] {
  const row: unknown = first === null ? null : JSON.parse(first);
  return isDict(row) ? kindOfRow(row) : null;
}
