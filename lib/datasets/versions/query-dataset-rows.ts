import type { Ctx } from "#lib/access/context.ts";
import { decisionHash } from "#lib/annotation/evidence/items-with-evidence.ts";
import { IS_DECISION_RETRACTED, IS_RETRACTED } from "#lib/annotation/evidence/retracted.ts";
import type * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { ROW_NOTES } from "#lib/contract/datasets/row-notes.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { givenPlaces } from "#lib/datasets/sources/given-places.internal.ts";
import { callHash } from "#lib/datasets/sources/read-calls.internal.ts";
import { bool, columns, field, int, json, of, text, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { empty, type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryDatasetRows;
type Input = InputOf<Endpoint>;
type Place = { projectId: string; versionId: string };

export async function queryDatasetRows(ctx: Ctx, input: Input): Promise<ReplyOf<Endpoint>> {
  const { db, project } = ctx;
  const found = await requireVersion(ctx, input);
  const place = { projectId: project.id, versionId: found.id };
  const wanted = sql`r.project_id = ${project.id} and r.version_id = ${found.id} ${rowFilter(input)}`;
  const rows = await db.query(sql`
    select ${ROW} from dataset_row r join table_row t on t.project_id = r.project_id and t.digest = r.row_digest
    where ${wanted} order by ${input.isConflicting ? sql`r.conflict, r.position` : sql`r.position`} limit ${input.limit} offset ${input.offset}`);
  const [counted] = await db.query(
    sql`select ${columns({ all: int(sql`count(*)`) })} from dataset_row r where ${wanted}`,
  );
  const evidence = Map.groupBy(
    await evidenceOf(
      db,
      place,
      rows.map(({ position }) => position),
    ),
    ({ position }) => position,
  );
  const conflicts = await conflictsOf(
    db,
    place,
    rows.flatMap(({ conflict }) => conflict ?? []),
  );
  const ids = rows.map(({ row }) => String(row.row_id));
  const places = await givenPlaces(db, project.id, ids);
  return {
    totalCount: counted?.all ?? 0,
    rows: rows.map(({ isHeldOut, conflict, missingCalls, notes, ...row }) => ({
      ...row,
      missingCalls: missingCalls ?? 0,
      place: places.get(String(row.row.row_id)) ?? null,
      notes: ROW_NOTES.filter((note) => notes.includes(note)),
      split: isHeldOut ? "held_out" : "train",
      conflictsWith: (conflicts.get(conflict) ?? [])
        .filter((one) => one !== row.position)
        .slice(0, MAX_CONFLICTS),
      evidence: (evidence.get(row.position) ?? []).map(({ position: _, ...one }) => one),
    })),
  };
}

const ROW = columns({
  ...of("dataset_row r", "position", "isHeldOut", "conflict", "missingCalls"),
  digest: field("dataset_row r", "rowDigest"),
  row: json<Record<string, unknown>>(sql`t.val`),
  notes: texts(sql`r.notes`),
});

/** Other rows of a prompt that are named. */
const MAX_CONFLICTS = 20;

/** Of each prompt, by the position of its first row: the positions of all of them. */
async function conflictsOf(
  db: Db,
  { projectId, versionId }: Place,
  firsts: readonly number[],
): Promise<ReadonlyMap<number | null, readonly number[]>> {
  if (firsts.length === 0) return new Map();
  const rows = await db.prisma.datasetRow.findMany({
    where: { projectId, versionId, conflict: { in: [...new Set(firsts)] } },
    select: { conflict: true, position: true },
    orderBy: { position: "asc" },
  });
  const byFirst = Map.groupBy(rows, ({ conflict }) => conflict);
  return new Map([...byFirst].map(([first, all]) => [first, all.map(({ position }) => position)]));
}

function rowFilter({ split, annotatorUserId, isConflicting, hasMissingCalls, notes, position }: Input): Sql {
  const conditions = sql`
    ${split === undefined ? empty : sql`and r.is_held_out = ${split === "held_out"}`}
    ${isConflicting === undefined ? empty : sql`and (r.conflict is not null) = ${isConflicting}`}
    ${hasMissingCalls === undefined ? empty : sql`and (r.missing_calls is not null) = ${hasMissingCalls}`}
    ${position === undefined ? empty : sql`and r.position = ${position}::int`}
    ${notes === undefined ? empty : sql`and r.notes && ${notes}::text[]`}`;
  if (annotatorUserId === undefined) return conditions;
  return sql`${conditions} and exists (
    select from dataset_evidence e
    where e.project_id = r.project_id and e.version_id = r.version_id and e.position = r.position and e.user_id = ${annotatorUserId})`;
}

const EVIDENCE = columns({
  ...of("dataset_evidence e", "position", "userId"),
  kind: text<ReplyOf<Endpoint>["rows"][number]["evidence"][number]["kind"]>(sql`e.kind`),
  id: field("dataset_evidence e", "evidenceId"),
  isRetracted: bool(sql`case
    when e.kind in ('answer', 'vote') then exists (
      select from feedback f where f.project_id = e.project_id and f.id = e.evidence_id and ${IS_RETRACTED})
    else e.kind = 'decision' and exists (
      select from adjudication d where d.project_id = e.project_id and d.item_id = e.evidence_id and ${IS_DECISION_RETRACTED}) end`),
  isWithdrawn: bool(sql`not case
    when e.kind in ('answer', 'vote') then exists (
      select from feedback f where f.project_id = e.project_id and f.id = e.evidence_id and f.content_hash = e.content_hash)
    when e.kind = 'decision' then exists (
      select from adjudication a where a.project_id = e.project_id and a.item_id = e.evidence_id and ${decisionHash(sql`a`)} = e.content_hash)
    when e.kind = 'upload' then exists (
      select from uploaded_file u where u.project_id = e.project_id and u.id = e.evidence_id and u.deleted_at is null)
    when e.kind = 'version' then exists (
      select from object_version o where o.project_id = e.project_id and o.digest = e.evidence_id and o.deleted_at is null)
    else exists (
      select from call c where c.project_id = e.project_id and c.id = e.evidence_id and c.deleted_at is null
        and ${callHash(sql`c`)} = e.content_hash) end`),
});

/** Evidence is held against what is there now; what it named may be another thing or gone. */
function evidenceOf(db: Db, { projectId, versionId }: Place, positions: readonly number[]) {
  return db.query(sql`
    select ${EVIDENCE} from dataset_evidence e
    where e.project_id = ${projectId} and e.version_id = ${versionId} and e.position = any(${[...positions]}::int[])
    order by e.position, e.kind, e.evidence_id`);
}
