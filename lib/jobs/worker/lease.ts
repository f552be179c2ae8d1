import { columns, field } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** The lease of the process that does the worker's duties. */
export const WORKER_LEASE = "worker";

/** A lease that was not renewed for this long is anyone's. Only the database's clock counts. */
export const LEASE_MS = 10_000;
const TERM = sql`make_interval(secs => ${LEASE_MS / 1000})`;

/** A lease as its holder knows it. Each taking has a higher epoch, which distinguishes an earlier holder from the present one. */
export type Lease = { name: string; holder: string; epoch: string };

/** The lease ran out, or another process has it. */
export class LeaseLost extends Error {
  override name = "LeaseLost";

  constructor({ name, epoch }: Lease) {
    super(`The lease ${name} of epoch ${epoch} is held no longer; its work must stop`);
  }
}

/** Takes a lease that is free or has run out; null where another process holds it. */
export async function takeLease(db: Db, name: string, holder: string): Promise<Lease | null> {
  const [taken] = await db.query(sql`
    insert into lease (name, holder, epoch, expires_at, beat_at) values (${name}, ${holder}, 1, now() + ${TERM}, now())
    on conflict (name) do update
      set holder = excluded.holder, epoch = lease.epoch + 1, expires_at = excluded.expires_at, beat_at = now()
      where lease.expires_at <= now()
    returning ${columns({ epoch: field("lease lease", "epoch") })}`);
  return taken ? { name, holder, epoch: taken.epoch } : null;
}

/** Says that the holder lives; throws `LeaseLost` where the lease is not its own any more. */
export async function renewLease(db: Db, lease: Lease): Promise<void> {
  const renewed = await db.query(sql`
    update lease set expires_at = now() + ${TERM}, beat_at = now() where ${isHeld(lease)} returning 1`);
  if (renewed.length === 0) throw new LeaseLost(lease);
}

/** Gives the lease back, so that the next process need not wait for its end. */
export async function dropLease(db: Db, lease: Lease): Promise<void> {
  await db.query(sql`update lease set expires_at = now() where ${isHeld(lease)}`);
}

/** A `Db` whose transactions begin only while the lease is held, and throw `LeaseLost` otherwise. */
export function fencedBy(lease: Lease, db: Db): Db {
  return {
    ...db,
    transaction: (work, limits) =>
      db.transaction(async (tx) => {
        const held = await tx.query(sql`select 1 from lease where ${isHeld(lease)}`);
        if (held.length === 0) throw new LeaseLost(lease);
        return work(tx);
      }, limits),
  };
}

function isHeld({ name, holder, epoch }: Lease) {
  return sql`name = ${name} and holder = ${holder} and epoch = ${epoch}::bigint and expires_at > clock_timestamp()`;
}
