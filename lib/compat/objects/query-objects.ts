import type { Ctx } from "#lib/access/context.ts";
import type { queryObjects as contract, StoredObject } from "#lib/contract/compat/objects.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { isLatest, readableObjects, shapeVersion, versionColumns } from "./object-version.internal.ts";

type Input = InputOf<typeof contract>;

export async function queryObjects({ db, project }: Ctx, input: Input): Promise<{ objs: StoredObject[] }> {
  const conditions = [
    sql`o.project_id = ${project.id}`,
    sql`o.deleted_at is null`,
    readableObjects(project),
    ...filterConditions(input.filter ?? {}),
  ];
  const rows = await db.query(sql`
    select ${versionColumns({ withVal: !input.metadataOnly })} from object_version o where ${join(conditions, " and ")}
    order by ${orderOf(input.sortBy ?? [])} limit ${input.limit ?? null} offset ${input.offset ?? 0}`);
  const objs = rows.map((row) => ({
    ...shapeVersion(row, project),
    ...(input.includeStorageSize ? { sizeBytes: row.sizeBytes } : {}),
  }));
  return { objs };
}

/** A list matches any of its values, and so an empty one nothing. */
function filterConditions(filter: NonNullable<Input["filter"]>): Sql[] {
  const conditions: Sql[] = [];
  const any = (column: Sql, values: string[] | undefined) => {
    if (values) conditions.push(sql`${column} = any(${values}::text[])`);
  };
  any(sql`o.base_object_class`, filter.baseObjectClasses);
  any(sql`o.leaf_object_class`, filter.leafObjectClasses);
  any(sql`o.object_id`, filter.objectIds);
  if (filter.excludeBaseObjectClasses)
    conditions.push(
      sql`(o.base_object_class is null or o.base_object_class <> all(${filter.excludeBaseObjectClasses}::text[]))`,
    );
  if (filter.isOp !== undefined) conditions.push(sql`(o.kind = 'op') = ${filter.isOp}`);
  if (filter.latestOnly || filter.aliases?.includes("latest")) conditions.push(isLatest);
  // No version carries a tag, and none an alias but that of the newest.
  else if (filter.aliases) conditions.push(sql`false`);
  if (filter.tags) conditions.push(sql`false`);
  return conditions;
}

function orderOf(sortBy: NonNullable<Input["sortBy"]>): Sql {
  const keys = sortBy.map(({ field, direction }) => {
    const column = field === "object_id" ? sql`o.object_id` : sql`o.created_at`;
    return direction === "desc" ? sql`${column} desc` : column;
  });
  return join([...(keys.length > 0 ? keys : [sql`o.created_at`]), sql`o.object_id`, sql`o.version_index`]);
}
