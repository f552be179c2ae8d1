import { parseRef, type Ref } from "#lib/compat/refs/ref.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isStorableText } from "#lib/contract/storable.ts";
import { type NamedColumns, namedColumnsIn } from "#lib/datasets/import/named-columns.ts";
import { columns, field, of, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** An object that may be a version of a dataset; kind and archive are known of those that were built here. */
const FOUND = columns({
  ...of("object_version o", "digest", "versionIndex", "baseObjectClass", "val", "createdAt"),
  kind: orNull(field("dataset d", "kind")),
  isArchived: orNull(field("dataset d", "isArchived")),
});
export type DatasetObject = RowOf<typeof FOUND>;

export type DatasetRef = Ref & { digest: string };

/** A reference to a version of an object taken apart, with what it says of the columns; null for any other text. */
export function datasetRef(text: string): (DatasetRef & Omit<NamedColumns, "ref">) | null {
  const { ref: plain, ...named } = namedColumnsIn(text);
  const ref = isStorableText(text) ? parseRef(plain) : null;
  return ref?.kind === "object" && ref.digest !== null ? { ...ref, digest: ref.digest, ...named } : null;
}

/** Why the columns of a version cannot be named as a reference names them; null where they can. */
export function faultOfNaming(
  { kind }: Pick<DatasetObject, "kind">,
  { columns, fault }: Omit<NamedColumns, "ref">,
): string | null {
  if (columns === null) return null;
  return kind === null
    ? fault
    : "it was built here, so what its columns are is known; leave out what follows the question mark";
}

/** The version that a reference into this project names. */
export async function findDatasetObject(
  db: Db,
  projectId: string,
  { name, digest }: Pick<DatasetRef, "name" | "digest">,
): Promise<DatasetObject | null> {
  const [, index] = /^v(\d{1,9})$/.exec(digest) ?? [];
  const latest = digest === "latest" ? sql`true` : sql`o.digest = ${digest}`;
  const [row] = await db.query(sql`
    select ${FOUND}
    from object_version o
    left join dataset d on d.project_id = o.project_id and d.name = o.object_id
      and exists (select from dataset_version v where v.project_id = d.project_id and v.dataset_id = d.id and v.object_digest = o.digest)
    where o.project_id = ${projectId} and o.object_id = ${name} and o.deleted_at is null
      and ${index === undefined ? latest : sql`o.version_index = ${Number(index)}::int`}
    order by o.version_index desc limit 1`);
  return row ?? null;
}

type Described = Pick<DatasetObject, "baseObjectClass" | "val">;

/** The digest of its table in the project that has it; null where it is no dataset, or where its rows are in another project. */
export function tableOf(object: Described, projectPath: string): string | null {
  const rows = rowsRef(object);
  return rows && projectOf(rows) === projectPath ? rows.name : null;
}

/** The other project whose rows it names, which nobody reads from here; null where it names none. */
export function rowsElsewhere(object: Described, projectPath: string): string | null {
  const rows = rowsRef(object);
  return rows && projectOf(rows) !== projectPath ? projectOf(rows) : null;
}

function rowsRef({ baseObjectClass, val }: Described): Ref | null {
  const rows =
    isDict(val) && typeof val.rows === "string" && isStorableText(val.rows) ? parseRef(val.rows) : null;
  return baseObjectClass === "Dataset" && rows?.kind === "table" ? rows : null;
}

function projectOf({ entity, project }: Ref): string {
  return `${entity}/${project}`;
}
