import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { Move } from "./own-progress.internal.ts";
import { slotTaken } from "./slot-taken.internal.ts";
import { reserveLocked } from "./take-items.internal.ts";

/** A completed answer takes a slot of a locked item, which must be the annotator's: reserved, answered before, or free. */
export async function requireSlot(db: Db, move: Move): Promise<void> {
  const held = await db.query(
    sql`
      select 1 from item_reservation r
      where r.project_id = ${move.projectId} and r.item_id = ${move.itemId} and r.annotator_id = ${move.annotatorId}
        and r.expires_at > clock_timestamp()`,
    "own-reservation",
  );
  if (held.length > 0) return;
  const granted = await reserveLocked(db, move, [move.itemId]);
  if (granted.length === 0) throw await slotTaken(db, move, move.itemId);
}
