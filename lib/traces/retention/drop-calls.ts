import type { CallRetention } from "#lib/generated/prisma/client.ts";
import { columns, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { log } from "#lib/platform/log.ts";
import { findCutoff } from "./find-cutoff.internal.ts";
import { lookAtCalls } from "./look-at-calls.internal.ts";
import { noteDropped } from "./note-dropped.internal.ts";

/** Looked at, and dropped, in one transaction: writers of these calls wait for so long at most. */
const BATCH = 500;
const ROUND_EVERY_MS = 3_600_000;

/** Until a project whose turn failed has its next one. */
const AFTER_FAILURE = "10 minutes";

/**
 * Drops the next calls of one project that are beyond its limit. Each batch is one transaction with the place up to which the round has looked, so that
 * the next worker continues there after a crash: each call is dropped once and counted once. Where that fails, others have their turns first. False where
 * no project is due.
 */
export async function dropCalls(db: Db, batch = BATCH): Promise<boolean> {
  const projectId = await findDue(db);
  if (projectId === null) return false;
  try {
    await db.transaction((tx) => takeTurn(tx, projectId, batch));
  } catch (error) {
    log.warn({ err: error, project: projectId }, "calls beyond the limit of a project could not be dropped");
    await db.query(sql`
      update call_retention set next_at = now() + ${AFTER_FAILURE}::interval where project_id = ${projectId} returning 1`);
  }
  return true;
}

/** Of projects that are due, the one that had its turn longest ago. */
async function findDue(db: Db): Promise<string | null> {
  const [due] = await db.query(sql`
    select ${columns({ projectId: text(sql`r.project_id`) })}
    from call_retention r join project p on p.id = r.project_id
    where p.deleted_at is null and r.next_at <= now()
    order by r.next_at, r.project_id limit 1 for update of r skip locked`);
  return due?.projectId ?? null;
}

async function takeTurn(tx: Db, projectId: string, batch: number): Promise<void> {
  // Somebody may be changing the limit, or have done so just now.
  const [due] = await tx.query(sql`
    select 1 from call_retention where project_id = ${projectId} and next_at <= now() for update skip locked`);
  if (!due) return;
  const record = await tx.prisma.callRetention.findUniqueOrThrow({ where: { projectId } });
  if (record.until === null) await beginRound(tx, record);
  else await dropBatch(tx, record, batch);
}

/** The limit of a round stays where it is, however long the round takes. */
async function beginRound(tx: Db, { projectId, unit, amount }: CallRetention): Promise<void> {
  const until = await findCutoff(tx, projectId, { unit, amount });
  if (until === null) {
    const data = { nextAt: inAnHour(), lastEndedAt: new Date(), lastDropped: 0, lastKept: 0 };
    await tx.prisma.callRetention.update({ where: { projectId }, data });
    return;
  }
  await tx.query(sql`
    update call_retention set until = ${until}::timestamptz, looked_at_start = null, looked_at_id = null, dropped = 0, kept = 0,
      next_at = now() where project_id = ${projectId} returning 1`);
}

async function dropBatch(tx: Db, { projectId, unit }: CallRetention, batch: number): Promise<void> {
  const place = await placeOf(tx, projectId);
  await waitForQueues(tx, projectId);
  const { until, startedAt, id } = place;
  const from = startedAt !== null && id !== null ? { startedAt, id } : null;
  const looked = await lookAtCalls(tx, { projectId, unit, until, from, limit: batch });
  const dropped = await drop(
    tx,
    projectId,
    looked.filter(({ isKept }) => !isKept).map((call) => call.id),
  );
  const last = looked.at(-1);
  const kept = looked.filter(({ isKept }) => isKept).length;
  await tx.query(sql`
    update call_retention set dropped = dropped + ${dropped}, kept = kept + ${kept}, next_at = now(),
      looked_at_start = coalesce(${last?.startedAt ?? null}::timestamptz, looked_at_start), looked_at_id = coalesce(${last?.id ?? null}, looked_at_id)
    where project_id = ${projectId} returning 1`);
  if (looked.length < batch) await endRound(tx, projectId);
}

/** Everybody who adds to a queue holds its lock (`lockQueue`): an item that they add is seen here, or its call is gone there. */
async function waitForQueues(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`
    select 1 from annotation_queue where project_id = ${projectId} and deleted_at is null order by id for share`);
}

/** How far the round has looked, to the microsecond. */
async function placeOf(
  tx: Db,
  projectId: string,
): Promise<{ until: string; startedAt: string | null; id: string | null }> {
  const [place] = await tx.query(sql`
    select ${columns({
      until: text(utcText(sql`r.until`)),
      startedAt: orNull(text(utcText(sql`r.looked_at_start`))),
      id: orNull(text(sql`r.looked_at_id`)),
    })} from call_retention r where r.project_id = ${projectId}`);
  if (!place) throw new Error("A retention whose row is locked is not there");
  return place;
}

async function drop(tx: Db, projectId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.query(sql`
    with locked as materialized (
      -- In the order in which batches take calls, so that neither waits for the other in a circle.
      select id from call where project_id = ${projectId} and id = any(${[...ids]}::text[]) order by id collate "C" for update)
    delete from call where project_id = ${projectId} and id = any(array(select id from locked)) returning 1`);
  return gone.length;
}

async function endRound(tx: Db, projectId: string): Promise<void> {
  const record = await tx.prisma.callRetention.findUniqueOrThrow({ where: { projectId } });
  await noteDropped(tx, record);
  const data = {
    nextAt: inAnHour(),
    until: null,
    lookedAtStart: null,
    lookedAtId: null,
    dropped: 0,
    kept: 0,
    lastEndedAt: new Date(),
    lastDropped: record.dropped,
    lastKept: record.kept,
  };
  await tx.prisma.callRetention.update({ where: { projectId }, data });
}

function inAnHour(): Date {
  return new Date(Date.now() + ROUND_EVERY_MS);
}
