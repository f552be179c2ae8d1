import type { Db } from "#lib/platform/db/database.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";

type InForce = { id: string; inForceSince: Date };
type OfProject = { projectId: string; id: string };

/** Held until the transaction ends, by those who put a retraction of the project in force and those who wait for them. */
export function lockRetractions(db: Db, projectId: string): Promise<void> {
  return lockName(db, `retractions of ${projectId}`);
}

/** A retraction is in force from now on, by the clock of the database, which says when builds read as well. */
export async function noteInForce(db: Db, { projectId, id }: OfProject): Promise<void> {
  await lockRetractions(db, projectId);
  await db.query(sql`update retraction set in_force_since = clock_timestamp() where id = ${id}`);
}

export function readInForce(db: Db, projectId: string): Promise<InForce[]> {
  return db.prisma.retraction.findMany({
    where: { projectId, liftedAt: null },
    select: { id: true, inForceSince: true },
  });
}

/**
 * Until when a build that read at `asOf` has heard of every retraction. One that was put in force before `asOf` and stored after it was not
 * among what the build `heard` of; it is waited for here, and the build counts as older than it.
 */
export async function heardUntil(
  db: Db,
  projectId: string,
  { asOf, heard }: { asOf: Date; heard: readonly InForce[] },
): Promise<Date> {
  const known = new Set(heard.map(named));
  const stored = await db.transaction(async (tx) => {
    await lockRetractions(tx, projectId);
    return readInForce(tx, projectId);
  });
  const missed = stored.filter((one) => one.inForceSince <= asOf && !known.has(named(one)));
  return new Date(Math.min(asOf.getTime(), ...missed.map(({ inForceSince }) => inForceSince.getTime())));
}

function named({ id, inForceSince }: InForce): string {
  return `${id} ${inForceSince.toISOString()}`;
}
