import { createHash } from "node:crypto";
import type { Ctx } from "#lib/access/context.ts";
import { createObject } from "#lib/compat/objects/create-object.ts";
import { objectDigest } from "#lib/compat/objects/object-digest.ts";
import { createTable } from "#lib/compat/tables/create-table.ts";
import { DatasetCounts } from "#lib/contract/datasets/dataset-versions.ts";
import * as z from "#lib/contract/zod.ts";
import { VERSION_COLUMNS, type VersionRecord } from "#lib/datasets/version-records.internal.ts";
import type { Dataset } from "#lib/generated/prisma/client.ts";
import { columns } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { inStretches } from "#lib/platform/in-turns.ts";
import type { Composed } from "./compose-version.internal.ts";
import { storeLeftOut } from "./store-left-out.internal.ts";
import { storePeople } from "./store-people.internal.ts";

/** A millisecond or two, in which nobody else is answered. */
const ROWS_HASHED_AT_A_STRETCH = 50;
const EVIDENCE_AT_A_STRETCH = 500;

type Made = { dataset: Dataset; recipe: unknown; composed: Composed; note: string };

/** Stores a version in the open transaction, or finds the one with the same training data and adds to its evidence. */
export async function storeVersion(ctx: Ctx, made: Made): Promise<{ record: VersionRecord; isNew: boolean }> {
  const { db, project } = ctx;
  const { dataset, composed } = made;
  const contentHash = await contentHashOf(composed);
  await noteReading(db, dataset, composed);
  const standing = await findByHash(db, dataset, contentHash);
  if (standing) {
    const place = { projectId: project.id, versionId: standing.id };
    if (await noteReadingOf(db, standing, composed)) await storeLeftOut(db, place, composed);
    await restoreObject(db, dataset, standing.objectDigest);
    await storeEvidence(db, place, composed);
    await completeKeys(db, place, composed);
    await completeConflicts(db, place, composed);
    await completeMissingCalls(db, place, composed);
    await completeNotes(db, place, composed);
    return { record: standing, isNew: false };
  }
  const object = await storeObject(ctx, made);
  const place = { projectId: project.id, versionId: newId() };
  await insertVersion(ctx, { ...made, ...object, versionId: place.versionId, contentHash });
  await storeRows(db, place, { composed, rowDigests: object.rowDigests });
  await storeEvidence(db, place, composed);
  await storeLeftOut(db, place, composed);
  await storeRejections(db, place, composed);
  const record = await findByHash(db, dataset, contentHash);
  if (!record) throw new Error(`The version ${place.versionId} was stored and is not there`);
  return { record, isNew: true };
}

/** A build that stores nothing has read the newest answers all the same. */
async function noteReading(db: Db, { projectId, id }: Dataset, { asOf }: Composed): Promise<void> {
  await db.prisma.dataset.update({ where: { projectId_id: { projectId, id } }, data: { readAt: asOf } });
}

/** What was retracted until then is not among what gave these rows. Whether no build that read later has said so. */
async function noteReadingOf(db: Db, { id }: VersionRecord, { heardUntil }: Composed): Promise<boolean> {
  const where = { id, OR: [{ readAt: null }, { readAt: { lt: heardUntil } }] };
  const { count } = await db.prisma.datasetVersion.updateMany({ where, data: { readAt: heardUntil } });
  return count > 0;
}

/** Each row's value has its split and its weight in it. */
async function contentHashOf({ rows }: Composed): Promise<Buffer<ArrayBuffer>> {
  const hash = createHash("sha256");
  for await (const part of inStretches(rows, ROWS_HASHED_AT_A_STRETCH))
    for (const { value } of part) hash.update(`${objectDigest(value)}\n`);
  return hash.digest();
}

async function findByHash(db: Db, { projectId, id }: Dataset, hash: Buffer): Promise<VersionRecord | null> {
  const [found] = await db.query(sql`
    select ${columns(VERSION_COLUMNS)}
    from dataset_version v join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where v.project_id = ${projectId} and v.dataset_id = ${id} and v.content_hash = ${hash}`);
  return found ?? null;
}

/** As for every object, a value that was deleted comes back as the version that it was. */
async function restoreObject(db: Db, { projectId, name }: Dataset, digest: string): Promise<void> {
  await db.prisma.objectVersion.updateMany({
    where: { projectId, objectId: name, digest, deletedAt: { not: null } },
    data: { deletedAt: null },
  });
}

type StoredObject = { objectDigest: string; tableDigest: string; number: number; rowDigests: string[] };

/** As SDKs publish a dataset, so that they read it as one. */
async function storeObject(ctx: Ctx, { dataset, composed }: Made): Promise<StoredObject> {
  const { db, project } = ctx;
  const projectId = project.path;
  const rows = composed.rows.map(({ value }) => value);
  const { digest: tableDigest, rowDigests } = await createTable(ctx, { table: { projectId, rows } });
  const { name, description } = dataset;
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name,
    description: description === "" ? null : description,
    rows: `weave:///${project.path}/table/${tableDigest}`,
  };
  const { digest } = await createObject(ctx, { obj: { projectId, objectId: name, val } });
  const { versionIndex } = await db.prisma.objectVersion.findUniqueOrThrow({
    where: { projectId_objectId_digest: { projectId: project.id, objectId: name, digest } },
    select: { versionIndex: true },
  });
  return { objectDigest: digest, tableDigest, number: versionIndex, rowDigests };
}

type NewVersion = Made & StoredObject & { versionId: string; contentHash: Buffer };

async function insertVersion({ db, project, actor }: Ctx, version: NewVersion): Promise<void> {
  const { dataset, composed, recipe } = version;
  await db.query(sql`
    insert into dataset_version
      (id, project_id, dataset_id, number, object_digest, table_digest, recipe, as_of, read_at, content_hash, counts, note, created_by)
    values (${version.versionId}, ${project.id}, ${dataset.id}, ${version.number}::int, ${version.objectDigest}, ${version.tableDigest},
      ${JSON.stringify(recipe)}::json, ${composed.asOf}, ${composed.heardUntil}, ${version.contentHash},
      ${JSON.stringify(z.encode(DatasetCounts, composed.counts))}::json, ${version.note}, ${actor.userId})`);
}

type Place = { projectId: string; versionId: string };

async function storeRows(
  db: Db,
  { projectId, versionId }: Place,
  { composed, rowDigests }: { composed: Composed; rowDigests: readonly string[] },
): Promise<void> {
  await db.query(sql`
    insert into dataset_row (project_id, version_id, position, row_digest, is_held_out, keys, conflict, missing_calls, notes)
    select ${projectId}, ${versionId}, r.place - 1, r.digest, r.is_held_out, r.keys::bigint[], r.conflict, nullif(r.missing_calls, 0), r.notes::text[]
    from unnest(${[...rowDigests]}::text[], ${composed.rows.map(({ split }) => split === "held_out")}::bool[],
      ${keysOf(composed)}::text[], ${composed.rows.map(({ conflict }) => conflict)}::int[],
      ${composed.rows.map(({ missingCalls }) => missingCalls)}::int[], ${notesOf(composed)}::text[])
      with ordinality as r (digest, is_held_out, keys, conflict, missing_calls, notes, place)`);
}

/** Rows that were stored before keys were kept get theirs when they are built again. */
async function completeKeys(db: Db, { projectId, versionId }: Place, composed: Composed): Promise<void> {
  await db.query(sql`
    update dataset_row set keys = r.keys::bigint[]
    from unnest(${keysOf(composed)}::text[]) with ordinality as r (keys, place)
    where project_id = ${projectId} and version_id = ${versionId} and position = r.place - 1
      and cardinality(dataset_row.keys) = 0 and r.keys <> '{}'`);
}

/** So do rows that were stored before anybody looked which of them conflict. */
async function completeConflicts(
  db: Db,
  { projectId, versionId }: Place,
  { rows, counts }: Composed,
): Promise<void> {
  const counted = await db.query(sql`
    update dataset_version set counts = (counts::jsonb || ${JSON.stringify({ conflicts: counts.conflicts })}::jsonb)::json
    where project_id = ${projectId} and id = ${versionId} and counts -> 'conflicts' is null
    returning 1`);
  if (counted.length === 0) return;
  await db.query(sql`
    update dataset_row set conflict = r.conflict
    from unnest(${rows.map(({ conflict }) => conflict)}::int[]) with ordinality as r (conflict, place)
    where project_id = ${projectId} and version_id = ${versionId} and position = r.place - 1 and r.conflict is not null`);
}

/** And those from before the calls were counted that rows do not have, or those of earlier turns among them. */
async function completeMissingCalls(
  db: Db,
  { projectId, versionId }: Place,
  { rows, counts }: Composed,
): Promise<void> {
  if (counts.missingCalls === null) return;
  const { earlierRows, ...missing } = counts.missingCalls;
  const missing_calls = { ...missing, earlier_rows: earlierRows };
  const counted = await db.query(sql`
    update dataset_version set counts = (counts::jsonb || ${JSON.stringify({ missing_calls })}::jsonb)::json
    where project_id = ${projectId} and id = ${versionId} and counts #> '{missing_calls,earlier_rows}' is null
    returning 1`);
  if (counted.length === 0) return;
  await db.query(sql`
    update dataset_row set missing_calls = r.calls
    from unnest(${rows.map(({ missingCalls }) => missingCalls)}::int[]) with ordinality as r (calls, place)
    where project_id = ${projectId} and version_id = ${versionId} and position = r.place - 1 and r.calls > 0`);
}

/** And those from before rows had notes, when nobody looked either whether rows that somebody else made contradict each other. */
async function completeNotes(db: Db, { projectId, versionId }: Place, composed: Composed): Promise<void> {
  const { conflicts, notes } = composed.counts;
  const counted = await db.query(sql`
    update dataset_version set counts = (counts::jsonb || ${JSON.stringify({ conflicts, notes })}::jsonb)::json
    where project_id = ${projectId} and id = ${versionId} and counts -> 'notes' is null
    returning 1`);
  if (counted.length === 0) return;
  await db.query(sql`
    update dataset_row set notes = r.notes::text[], conflict = r.conflict
    from unnest(${notesOf(composed)}::text[], ${composed.rows.map(({ conflict }) => conflict)}::int[])
      with ordinality as r (notes, conflict, place)
    where project_id = ${projectId} and version_id = ${versionId} and position = r.place - 1
      and (r.notes <> '{}' or r.conflict is not null)`);
}

function notesOf({ rows }: Composed): string[] {
  return rows.map(({ notes }) => `{${notes.join(",")}}`);
}

/** Each row's as an array of PostgreSQL, since arrays of arrays have one length. */
function keysOf({ rows }: Composed): string[] {
  return rows.map(({ keys }) => `{${keys.join(",")}}`);
}

/** What a version has already stays: its evidence may grow, and its rows never change. */
async function storeEvidence(db: Db, { projectId, versionId }: Place, { rows }: Composed): Promise<void> {
  const all = rows.flatMap(({ evidence }, position) => evidence.map((one) => ({ ...one, position })));
  for await (const part of inStretches(all, EVIDENCE_AT_A_STRETCH))
    await db.query(sql`
      insert into dataset_evidence (project_id, version_id, position, kind, evidence_id, user_id, content_hash)
      select ${projectId}, ${versionId}, e.position, e.kind, e.evidence_id, e.user_id, decode(e.hash, 'hex')
      from unnest(
        ${part.map(({ position }) => position)}::int[], ${part.map(({ kind }) => kind)}::text[], ${part.map(({ id }) => id)}::text[],
        ${part.map(({ userId }) => userId)}::text[], ${part.map(({ hash }) => hash.toString("hex"))}::text[])
        as e (position, kind, evidence_id, user_id, hash)
      on conflict do nothing`);
  await storePeople(db, { projectId, versionId });
}

async function storeRejections(
  db: Db,
  { projectId, versionId }: Place,
  { rejections }: Composed,
): Promise<void> {
  await db.query(sql`
    insert into dataset_rejection (project_id, version_id, ordinal, source, source_id, reason, detail, words, same_as)
    select ${projectId}, ${versionId}, r.place - 1, r.source, r.source_id, r.reason, r.detail, r.words, r.same_as
    from unnest(
      ${rejections.map(({ source }) => source)}::int[], ${rejections.map(({ itemId }) => itemId)}::text[],
      ${rejections.map(({ reason }) => reason)}::text[], ${rejections.map(({ detail }) => shortened(detail))}::text[],
      ${rejections.map(({ words }) => shortened(words))}::text[], ${rejections.map(({ sameAs }) => sameAs)}::int[])
      with ordinality as r (source, source_id, reason, detail, words, same_as, place)`);
}

const MAX_DETAIL = 500;

/** Parts of payloads may hold what the column cannot keep. */
function shortened(detail: string): string {
  return detail.slice(0, MAX_DETAIL).toWellFormed().replaceAll("\u0000", "\ufffd");
}
