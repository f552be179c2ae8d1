import type { Db } from "#lib/platform/db/database.ts";
import { type Statement, sql } from "#lib/platform/db/sql.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

const MAX_ROWS = 5_000;

/** Rows that no one can use any more. Invitations only expire and the audit log stays; a lease keeps its epoch for ever. */
const SWEEPS = {
  idempotency_record: sql`
    delete from idempotency_record where ctid = any(array(
      select ctid from idempotency_record where expires_at < now() limit ${MAX_ROWS})) returning 1`,
  // One that has just expired may still be renewed by its holder.
  item_reservation: sql`
    delete from item_reservation where ctid = any(array(
      select ctid from item_reservation where expires_at < now() - interval '1 hour' limit ${MAX_ROWS})) returning 1`,
  // A job may be held by one that fell silent; nobody waits for it this long.
  node: sql`
    delete from node where ctid = any(array(
      select ctid from node where beat_at < now() - interval '7 days' limit ${MAX_ROWS})) returning 1`,
  rate_limit: sql`
    delete from rate_limit where key = any(array(
      select key from rate_limit where expire < extract(epoch from now()) * 1000 limit ${MAX_ROWS})) returning 1`,
  webhook_delivery: sql`
    delete from webhook_delivery where ctid = any(array(
      select ctid from webhook_delivery
      where next_attempt_at is null and created_at < now() - interval '30 days' limit ${MAX_ROWS})) returning 1`,
};

/** Deletes what has expired, a batch at a time. */
export const sweepExpired: Duty = {
  name: "sweep-expired",
  everyMs: 60_000,
  run: async (db) => {
    for (const [table, statement] of Object.entries(SWEEPS)) {
      const rows = await sweep(db, statement);
      if (rows > 0) log.info({ table, rows }, "expired rows deleted");
    }
  },
};

async function sweep(db: Db, statement: Statement<object>): Promise<number> {
  for (let rows = 0; ; ) {
    const deleted = await db.transaction((tx) => tx.query(statement));
    rows += deleted.length;
    if (deleted.length < MAX_ROWS) return rows;
  }
}
