import type { QueueRule as RuleRow } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

type Counts = Pick<RuleRow, "lookedAt" | "matched" | "added" | "heldBack">;

/** Adds to the counts of a rule, in the transaction of what they count. */
export async function countAdded(
  db: Db,
  { projectId, id }: RuleRow,
  { lookedAt, matched, added, heldBack }: Counts,
): Promise<void> {
  await db.query(sql`
    update queue_rule set looked_at = looked_at + ${lookedAt}, matched = matched + ${matched}, added = added + ${added},
      held_back = held_back + ${heldBack},
      last_added_at = case when ${added}::int > 0 then clock_timestamp() else last_added_at end
    where project_id = ${projectId} and id = ${id}`);
}
