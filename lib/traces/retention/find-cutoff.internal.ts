import type { RetentionUnit } from "#lib/contract/traces/retention.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { utcText } from "#lib/platform/db/utc-text.ts";
import { hasTotals } from "#lib/traces/totals/has-totals.ts";
import { startOfNthNewest } from "#lib/traces/totals/nth-newest-call.ts";

export type Limit = { unit: RetentionUnit; amount: number };

/** A hundred years: no call is older. */
const MAX_DAYS = 36_525;

/** Calls that started before this may be dropped, as text with microseconds; null where none may. */
export async function findCutoff(db: Db, projectId: string, { unit, amount }: Limit): Promise<string | null> {
  // Without all of its totals nobody knows which call is the n-th.
  if (unit === "calls")
    return (await hasTotals(db, projectId)) ? startOfNthNewest(db, projectId, amount) : null;
  if (amount > MAX_DAYS) return null;
  const [row] = await db.query(
    sql`select ${columns({ until: text(utcText(sql`(now() - make_interval(days => ${amount}::int))`)) })}`,
  );
  return row?.until ?? null;
}
