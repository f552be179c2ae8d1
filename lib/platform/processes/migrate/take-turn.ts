import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Prisma Migrate's own lock: concurrent starts, and a start concurrent with Prisma, wait for each other. */
const LOCK_ID = 72707369;
/** An earlier migration may hold the lock, or a table, for long on a large database. */
const PATIENCE_MS = 10 * 60_000;
const ASK_EVERY_MS = 200;
const CLIENT_GONE_WITHIN_MS = 2_000;

/**
 * Waits until no other start migrates; the connection holds the turn until it ends. It asks again and again: a statement that waits for
 * the lock would be one that the other start's `CREATE INDEX CONCURRENTLY` waits for.
 */
export async function takeTurn(client: pg.Client, onWait: () => void): Promise<void> {
  await client.query(`SET lock_timeout = ${PATIENCE_MS}`);
  // Otherwise what a killed start was doing runs to its end, and keeps the turn so long. Not every system can look.
  await client
    .query(`SET client_connection_check_interval = ${CLIENT_GONE_WITHIN_MS}`)
    .catch(() => undefined);
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isFree(client))) {
    onWait();
    if (performance.now() > deadline)
      throw new Error(
        `Another start has been migrating this database for ${PATIENCE_MS / 60_000} minutes; wait for its end, or end it.`,
      );
    await sleep(ASK_EVERY_MS);
  }
}

async function isFree(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [
    LOCK_ID,
  ]);
  return rows[0]?.free === true;
}
