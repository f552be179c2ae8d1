import type { RetentionUnit } from "#lib/contract/traces/retention.ts";
import type { CallRetention } from "#lib/generated/prisma/client.ts";
import { columns, of, orNull, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { log } from "#lib/platform/log.ts";
import { Decisions } from "./decisions.internal.ts";
import { findCutoff } from "./find-cutoff.internal.ts";
import { judgeCalls, type Looked, lookAtCalls } from "./look-at-calls.internal.ts";
import { noteDropped } from "./note-dropped.internal.ts";
import type { Asked, OldCall } from "./oldest-calls.internal.ts";

/** Looked at, and dropped, in one transaction: writers of these calls wait for so long at most. */
const BATCH = 500;
const ROUND_EVERY_MS = 3_600_000;

/** After so long, others have their turn; what was decided is remembered. */
const DECIDE_FOR_MS = 1_000;
/** Until a project whose turn failed has its next one. */
const AFTER_FAILURE = "10 minutes";

/** Of this process; another one decides for itself. */
const decided = new Decisions();

/**
 * Drops the next calls of one project that are beyond its limit. Each batch is one transaction with the place up to which the round has looked, so that
 * the next worker continues there after a crash: each call is dropped once and counted once. Where that fails, others have their turns first. False where
 * no project is due.
 */
export async function dropCalls(db: Db, batch = BATCH, known = decided): Promise<boolean> {
  const projectId = await findDue(db);
  if (projectId === null) return false;
  try {
    await takeTurn(db, projectId, batch, known);
  } catch (error) {
    log.warn({ err: error, project: projectId }, "calls beyond the limit of a project could not be dropped");
    await db.transaction((tx) =>
      tx.query(sql`
        update call_retention set next_at = now() + ${AFTER_FAILURE}::interval where project_id = ${projectId} returning 1`),
    );
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

async function takeTurn(db: Db, projectId: string, batch: number, known: Decisions): Promise<void> {
  const place = await placeOf(db, projectId);
  if (!place) return;
  const { unit, until, startedAt, id } = place;
  if (until === null)
    return void (await db.transaction(async (tx) => {
      const record = await lockAt(tx, projectId, place);
      if (record) await beginRound(tx, record);
    }));
  const from = startedAt !== null && id !== null ? { startedAt, id } : null;
  const asked = { projectId, unit, until };
  // Outside of the transaction, whose locks others wait for.
  const pace = { endAt: performance.now() + DECIDE_FOR_MS, isSlowKept: true };
  const looked = await lookAtCalls(db, { ...asked, from, limit: batch }, known, pace);
  await db.transaction(async (tx) => {
    if (!(await lockAt(tx, projectId, place))) return;
    if (looked) await dropBatch(tx, asked, looked, { isLast: looked.length < batch, known });
    else
      await tx.query(
        sql`update call_retention set next_at = now() where project_id = ${projectId} returning 1`,
      );
  });
}

type RoundPlace = { unit: RetentionUnit; until: string | null; startedAt: string | null; id: string | null };

/** How far the round has looked, to the microsecond; null where the limit was removed just now. */
async function placeOf(db: Db, projectId: string): Promise<RoundPlace | null> {
  const [place] = await db.query(sql`
    select ${columns({
      ...of("call_retention r", "unit"),
      until: orNull(text(utcText(sql`r.until`))),
      startedAt: orNull(text(utcText(sql`r.looked_at_start`))),
      id: orNull(text(sql`r.looked_at_id`)),
    })} from call_retention r where r.project_id = ${projectId}`);
  return place ?? null;
}

/** Null where somebody has set or removed the limit since, or does so now. */
async function lockAt(tx: Db, projectId: string, place: RoundPlace): Promise<CallRetention | null> {
  const [locked] = await tx.query(sql`
    select 1 from call_retention where project_id = ${projectId} and unit::text = ${place.unit}
      and until is not distinct from ${place.until}::timestamptz
      and looked_at_start is not distinct from ${place.startedAt}::timestamptz
      and looked_at_id is not distinct from ${place.id} for update skip locked`);
  return locked ? tx.prisma.callRetention.findUnique({ where: { projectId } }) : null;
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

async function dropBatch(
  tx: Db,
  asked: Asked,
  looked: readonly Looked[],
  { isLast, known }: { isLast: boolean; known: Decisions },
): Promise<void> {
  const { projectId } = asked;
  const ids = await stillToDrop(
    tx,
    asked,
    looked.filter(({ isKept }) => !isKept),
    known,
  );
  const dropped = await drop(tx, projectId, ids);
  const kept = looked.length - ids.length;
  const last = looked.at(-1);
  await tx.query(sql`
    update call_retention set dropped = dropped + ${dropped}, kept = kept + ${kept}, next_at = now(),
      looked_at_start = coalesce(${last?.startedAt ?? null}::timestamptz, looked_at_start), looked_at_id = coalesce(${last?.id ?? null}, looked_at_id)
    where project_id = ${projectId} returning 1`);
  if (isLast) await endRound(tx, projectId);
}

/** What came since they were looked at keeps calls too. */
async function stillToDrop(
  tx: Db,
  asked: Asked,
  calls: readonly OldCall[],
  known: Decisions,
): Promise<string[]> {
  if (calls.length === 0) return [];
  await waitForQueues(tx, asked.projectId);
  const judged = (await judgeCalls(tx, asked, calls, known, null)) ?? [];
  return judged.filter(({ isKept }) => !isKept).map(({ id }) => id);
}

/** Everybody who adds to a queue holds its lock (`lockQueue`): an item that they add is seen here, or its call is gone there. */
async function waitForQueues(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`
    select 1 from annotation_queue where project_id = ${projectId} and deleted_at is null order by id for share`);
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
