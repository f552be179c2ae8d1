import type { AccountCtx, Project } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import { parseRef, type Ref } from "#lib/compat/refs/ref.ts";
import { isDict, isStorableText } from "#lib/contract/fields.ts";
import { columns, field, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound, Rejected } from "#lib/platform/errors.ts";

type Reader = Pick<AccountCtx, "db" | "actor">;

/** What a supervised job learns from a version of a dataset. */
export type TrainingRows = {
  /** As `weave:///<entity>/<project>/object/<name>:v<number>`, whatever the version was called. */
  ref: string;
  /** Each row as one line of JSON, without those that are held out. */
  lines: () => Promise<AsyncIterable<{ text: string }>>;
};

export function isDatasetRef(reference: string): boolean {
  return /^weave:\/\/\//.test(reference);
}

/**
 * The rows to train on of the version that a reference names: one that was built here, or a dataset that a program published. Throws `NotFound` in
 * the same words for unknown, deleted and foreign ones, `Rejected` for what no supervised job can learn from.
 */
export async function openTrainingRows(ctx: Reader, reference: string): Promise<TrainingRows> {
  const ref = requireObjectRef(reference);
  const project = await findProject(ctx.db, ctx.actor, `${ref.entity}/${ref.project}`);
  if (!project) throw noSuchVersion(reference);
  await requireProject(ctx.db, ctx.actor, { path: project.path, permission: "datasets:read" });
  const version = await findVersion(ctx.db, project, ref);
  if (!version) throw noSuchVersion(reference);
  const table = requireTrainable(version, reference);
  const rows = rowsOf(project, table);
  const [first] = await ctx.db.query(sql`select ${columns({ text: text(sql`r.val`) })} ${rows} limit 1`);
  if (!first)
    throw new Rejected(`${reference} has no rows to train on; all of them are held out, or it is empty`);
  return {
    ref: `weave:///${project.path}/object/${ref.name}:v${version.versionIndex}`,
    lines: () => ctx.db.stream(sql`select ${columns({ text: text(sql`r.val`) })} ${rows} order by p.place`),
  };
}

function requireObjectRef(reference: string): Ref & { digest: string } {
  const ref = isStorableText(reference) ? parseRef(reference) : null;
  if (ref?.kind === "object" && ref.digest !== null) return { ...ref, digest: ref.digest };
  throw new Rejected(
    `${reference.slice(0, 300).toWellFormed()} does not name a version of a dataset; write weave:///<entity>/<project>/object/<name>:<digest>, which the version has as its ref`,
  );
}

function noSuchVersion(reference: string): NotFound {
  return new NotFound(
    `Dataset version ${reference.slice(0, 300)} not found; it does not exist in your projects or was deleted`,
  );
}

type FoundVersion = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

async function findVersion(db: Db, { id }: Project, { name, digest }: Ref & { digest: string }) {
  const [, index] = /^v(\d{1,9})$/.exec(digest) ?? [];
  const named =
    index !== undefined
      ? sql`o.version_index = ${Number(index)}::int`
      : digest === "latest"
        ? sql`true`
        : sql`o.digest = ${digest}`;
  const [row] = await db.query(sql`
    select ${columns({
      ...of("object_version o", "versionIndex", "baseObjectClass", "val"),
      kind: orNull(field("dataset d", "kind")),
      isArchived: orNull(field("dataset d", "isArchived")),
    })}
    from object_version o
    left join dataset d on d.project_id = o.project_id and d.name = o.object_id
      and exists (select from dataset_version v where v.project_id = d.project_id and v.dataset_id = d.id and v.object_digest = o.digest)
    where o.project_id = ${id} and o.object_id = ${name} and o.deleted_at is null and ${named}
    order by o.version_index desc limit 1`);
  return row ?? null;
}

/** The digest of the version's table. */
function requireTrainable(version: FoundVersion, reference: string): string {
  const { kind, isArchived, baseObjectClass, val } = version;
  const rows = isDict(val) && typeof val.rows === "string" ? parseRef(val.rows) : null;
  if (baseObjectClass !== "Dataset" || rows?.kind !== "table")
    throw new Rejected(
      `${reference} is ${baseObjectClass === null ? "an object" : `of the class ${baseObjectClass}`} and not a dataset with rows`,
    );
  if (kind !== null && kind !== "sft")
    throw new Rejected(`${reference} is a dataset of kind ${kind}; a supervised job needs one of kind sft`);
  if (isArchived === true)
    throw new Rejected(
      `${reference} belongs to an archived dataset; restore it with is_archived: false first`,
    );
  return rows.name;
}

/** The rows (as `r`, at the place `p.place`) of a table that are not held out. */
function rowsOf({ id }: Project, table: string): Sql {
  return sql`
    from row_table t cross join lateral unnest(t.row_digests) with ordinality as p (digest, place)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest
    where t.project_id = ${id} and t.digest = ${table} and coalesce(r.sanitized, r.val) ->> 'split' is distinct from 'held_out'`;
}
