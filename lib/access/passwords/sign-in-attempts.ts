import { createHash } from "node:crypto";
import { columns, float } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { RateLimited } from "#lib/platform/errors.ts";

const MINUTE_MS = 60_000;
/** A counter is forgotten this long after its last try: longer than any wait, or waiting would reset it. */
const MEMORY_MS = 60 * MINUTE_MS;
const FIRST_WAIT_MS = MINUTE_MS / 2;
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Attempts before callers have to wait; an address may belong to a whole office. */
const FREE_TRIES = { user: 5, address: 50 };

/** A try at someone's password. Each way to try has a counter of its own, so that one of them cannot close the others. */
export type Attempt = {
  email: string;
  way: "sign-in" | "session" | "invitation";
  /** The network address, where the caller is known by nothing else; it is counted as well. */
  address: string | null;
};

/**
 * Counts an attempt before its password is checked, so that concurrent attempts cannot slip through together. Throws `RateLimited` while
 * the wait, which doubles with each failure, is not over; refused tries do not prolong it.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { user, address } = counters(attempt);
  await count(db, user, FREE_TRIES.user);
  if (address !== null) await count(db, address, FREE_TRIES.address);
}

/** After the right password: resets the user's counter, and gives the address its attempt back. */
export async function forgiveAttempts(db: Db, attempt: Attempt): Promise<void> {
  const { user, address } = counters(attempt);
  await db.prisma.rateLimit.deleteMany({ where: { key: user } });
  if (address !== null)
    await db.query(sql`update rate_limit set points = greatest(points - 1, 0) where key = ${address}`);
}

/** Hashed, because the typed text has no length limit, and the table should not be a list of addresses. */
function counters({ email, way, address }: Attempt): { user: string; address: string | null } {
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
  return {
    user: `${way}:user:${digest(`${email}\n${address ?? ""}`)}`,
    address: address === null ? null : `${way}:address:${digest(address)}`,
  };
}

async function count(db: Db, key: string, freeTries: number): Promise<void> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  // The last try was that long before the counter expires; the wait runs from there.
  const opensAt = sql`(r.expire - ${MEMORY_MS}::bigint + case when r.points < ${freeTries}::int then 0
    else least(${MAX_WAIT_MS}::bigint, (${FIRST_WAIT_MS} * power(2, least(r.points - ${freeTries}::int, 20)))::bigint) end)`;
  const counted = await db.query(sql`
    insert into rate_limit as r (key, points, expire) values (${key}, 1, ${now} + ${MEMORY_MS}::bigint)
    on conflict (key) do update set expire = excluded.expire,
      points = case when r.expire <= ${now} then 1 else r.points + 1 end
    where r.expire <= ${now} or ${opensAt} <= ${now}
    returning points`);
  if (counted.length > 0) return;
  const [row] = await db.query(
    sql`select ${columns({ waitMs: float(sql`${opensAt} - ${now}`) })} from rate_limit r where key = ${key}`,
  );
  const seconds = Math.max(1, Math.ceil((row?.waitMs ?? 0) / 1000));
  throw new RateLimited(`Too many wrong passwords; wait ${seconds} s and try again`, seconds);
}
