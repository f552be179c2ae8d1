import type { Move } from "#lib/annotation/slots/own-progress.internal.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** The code by which programs recognise this conflict. */
const CODE = "stale";

const OWN = columns(of("item_progress p", "state", "revision", "updatedAt"));

/** The annotator's state so far; throws where they have answered the item again since the form was opened, which would be overwritten. */
export async function requireFresh(
  db: Db,
  { projectId, itemId, annotatorId }: Move,
  revision: number,
): Promise<string> {
  const [own] = await db.query(
    sql`
      select ${OWN} from item_progress p
      where p.project_id = ${projectId} and p.item_id = ${itemId} and p.annotator_id = ${annotatorId}`,
    "own-revision",
  );
  const standing = own?.revision ?? 0;
  if (standing === revision) return own?.state ?? "unstarted";
  const newer = own ? `, of ${own.updatedAt.toISOString()}` : "";
  throw new Conflict(
    `Item ${itemId}: your answer is at revision ${standing}${newer}, but this form is based on revision ${revision}; read the item's work and decide which one to keep`,
    { code: CODE },
  );
}
