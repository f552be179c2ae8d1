import type { AccountCtx } from "#lib/access/context.ts";
import { findProject, requireProject } from "#lib/access/permissions/require-project.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { type Columns, guessColumns, readAs } from "#lib/datasets/import/columns.ts";
import { withNamedColumns } from "#lib/datasets/import/named-columns.ts";
import { HELD_OUT, kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { columns, int, text } from "#lib/platform/db/columns.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound, Rejected } from "#lib/platform/errors.ts";
import {
  type DatasetObject,
  datasetRef,
  faultOfNaming,
  findDatasetObject,
  rowsElsewhere,
  tableOf,
} from "./dataset-object.internal.ts";

type Reader = Pick<AccountCtx, "db" | "actor">;

/** What a job learns from a version of a dataset. */
export type TrainingRows = {
  /** As `weave:///<entity>/<project>/object/<name>:v<number>`, whatever the version was called. */
  ref: string;
  /** Each row as one line of JSON, without those that are held out. */
  lines: () => Promise<AsyncIterable<{ text: string }>>;
};

export function isDatasetRef(reference: string): boolean {
  return /^weave:\/\/\//.test(reference);
}

/** A job that reads rows, and the kinds of datasets that have them. */
export type RowsFor = { readonly job: string; readonly kinds: readonly DatasetKind[] };
export const FOR_SUPERVISED: RowsFor = { job: "a supervised job", kinds: ["sft"] };

/**
 * The rows to train on of the version that a reference names: one that was built here, or a dataset that a program published. Throws `NotFound` in
 * the same words for unknown, deleted and foreign ones, `Rejected` for what such a job cannot learn from.
 */
export async function openTrainingRows(
  ctx: Reader,
  reference: string,
  rowsFor: RowsFor = FOR_SUPERVISED,
): Promise<TrainingRows> {
  const version = await openVersion(ctx, reference, rowsFor);
  const rows = rowsOf(version, isTrained(version));
  if (await isEmpty(ctx, rows)) {
    const why = (await hasTable(ctx, version))
      ? "has no rows to train on; all of them are held out, or it is empty"
      : "names rows that its project does not have; store its table there first";
    throw new Rejected(`${reference} ${why}`);
  }
  if (version.isPublished && version.columns === null) await requireKnownColumns(ctx, reference, rows);
  return { ref: version.ref, lines: () => linesOf(ctx, version, rows) };
}

/** Where a row has no column that is known, nobody has said yet what its columns are. */
async function requireKnownColumns({ db }: Reader, reference: string, rows: Sql): Promise<void> {
  const [first] = await db.query(sql`select ${LINE} ${rows} order by p.place limit 1`);
  const row: unknown = first ? JSON.parse(first.text) : null;
  if (!isDict(row) || kindOfRow(row) !== null) return;
  const header = Object.keys(row);
  const guessed = guessColumns(header);
  const isWhole = (guessed.messages ?? guessed.chosen) !== undefined;
  const named = isWhole ? guessed : { prompt: "question", completion: "answer", ...guessed };
  throw new Rejected(
    `${reference} has rows with the columns ${header.join(", ").slice(0, 300)}, and none is called messages, prompt, completion or chosen; say in the reference what they are, such as ${withNamedColumns(reference, named)}`,
  );
}

/** The rows to measure by: those that the version holds out, or all of one that holds none out. Throws as `openTrainingRows` does. */
export async function openHeldOutRows(
  ctx: Reader,
  reference: string,
  rowsFor: RowsFor = FOR_SUPERVISED,
): Promise<TrainingRows & { isHeldOut: boolean; count: () => Promise<number> }> {
  const version = await openVersion(ctx, reference, rowsFor);
  const heldOut = rowsOf(version, sql`and ${isHeldOutIn(version)}`);
  const isHeldOut = !(await isEmpty(ctx, heldOut));
  const rows = isHeldOut ? heldOut : rowsOf(version, empty);
  return {
    ref: version.ref,
    isHeldOut,
    lines: () => linesOf(ctx, version, rows),
    count: () => countOf(ctx, rows),
  };
}

type OpenVersion = {
  projectId: string;
  ref: string;
  table: string;
  columns: Columns | null;
  /** By a program, and not built here. */
  isPublished: boolean;
};

async function openVersion(ctx: Reader, reference: string, rowsFor: RowsFor): Promise<OpenVersion> {
  const ref = requireDatasetRef(reference);
  const project = await findProject(ctx.db, ctx.actor, `${ref.entity}/${ref.project}`);
  if (!project) throw noSuchVersion(reference);
  await requireProject(ctx.db, ctx.actor, { path: project.path, permission: "datasets:read" });
  const version = await findDatasetObject(ctx.db, project.id, ref);
  if (!version) throw noSuchVersion(reference);
  const fault = faultOfNaming(version, ref);
  if (fault !== null) throw new Rejected(`${reference.slice(0, 300).toWellFormed()}: ${fault}`);
  return {
    columns: ref.columns,
    isPublished: version.kind === null,
    projectId: project.id,
    ref: `weave:///${project.path}/object/${ref.name}:v${version.versionIndex}`,
    table: requireTrainable(version, project.path, { reference, rowsFor }),
  };
}

/** What was built here calls it `held_out`. What a program published, or says is the split, has the words of other programs. */
function isHeldOutIn({ columns, isPublished }: OpenVersion): Sql {
  const split = sql`coalesce(r.sanitized, r.val) ->> ${columns?.split ?? "split"}::text`;
  if (columns?.split === undefined && !isPublished) return sql`${split} = 'held_out'`;
  return sql`translate(lower(trim(${split})), '- ', '__') = any(${HELD_OUT}::text[])`;
}

function isTrained(version: OpenVersion): Sql {
  return sql`and (${isHeldOutIn(version)}) is not true`;
}

const LINE = columns({ text: text(sql`r.val`) });

async function isEmpty({ db }: Reader, rows: Sql): Promise<boolean> {
  return (await db.query(sql`select ${LINE} ${rows} limit 1`)).length === 0;
}

async function countOf({ db }: Reader, rows: Sql): Promise<number> {
  const [found] = await db.query(sql`select ${columns({ count: int(sql`count(*)`) })} ${rows}`);
  return found?.count ?? 0;
}

async function hasTable({ db }: Reader, { projectId, table: digest }: OpenVersion): Promise<boolean> {
  return (await db.prisma.rowTable.count({ where: { projectId, digest } })) > 0;
}

async function linesOf(
  { db }: Reader,
  { columns: named }: OpenVersion,
  rows: Sql,
): Promise<AsyncIterable<{ text: string }>> {
  const lines = await db.stream(sql`select ${LINE} ${rows} order by p.place`);
  return named === null ? lines : readLines(lines, named);
}

async function* readLines(
  lines: AsyncIterable<{ text: string }>,
  named: Columns,
): AsyncGenerator<{ text: string }> {
  for await (const { text } of lines) yield { text: JSON.stringify(readAs(JSON.parse(text), named)) };
}

function requireDatasetRef(reference: string): NonNullable<ReturnType<typeof datasetRef>> {
  const ref = datasetRef(reference);
  if (ref) return ref;
  throw new Rejected(
    `${reference.slice(0, 300).toWellFormed()} does not name a version of a dataset; write weave:///<entity>/<project>/object/<name>:<digest>, which the version has as its ref`,
  );
}

function noSuchVersion(reference: string): NotFound {
  return new NotFound(
    `Dataset version ${reference.slice(0, 300)} not found; it does not exist in your projects or was deleted`,
  );
}

/** The digest of the version's table. */
function requireTrainable(
  version: DatasetObject,
  projectPath: string,
  { reference, rowsFor }: { reference: string; rowsFor: RowsFor },
): string {
  const { kind, isArchived, baseObjectClass } = version;
  const elsewhere = rowsElsewhere(version, projectPath);
  if (elsewhere !== null)
    throw new Rejected(`${reference} names rows of ${elsewhere.slice(0, 300)}, which are not in its project`);
  const table = tableOf(version, projectPath);
  if (table === null)
    throw new Rejected(
      `${reference} is ${baseObjectClass === null ? "an object" : `of the class ${baseObjectClass}`} and not a dataset with rows`,
    );
  if (kind !== null && !rowsFor.kinds.includes(kind))
    throw new Rejected(
      `${reference} is a dataset of kind ${kind}; ${rowsFor.job} needs one of kind ${rowsFor.kinds.join(" or ")}`,
    );
  if (isArchived === true)
    throw new Rejected(
      `${reference} belongs to an archived dataset; restore it with is_archived: false first`,
    );
  return table;
}

/** Rows (as `r`, at the place `p.place`) of a version's table. */
function rowsOf({ projectId, table }: OpenVersion, which: Sql): Sql {
  return sql`
    from row_table t cross join lateral unnest(t.row_digests) with ordinality as p (digest, place)
    join table_row r on r.project_id = t.project_id and r.digest = p.digest
    where t.project_id = ${projectId} and t.digest = ${table} ${which}`;
}
