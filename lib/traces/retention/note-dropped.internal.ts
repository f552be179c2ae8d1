import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { CallRetention } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";

/** Writes into the audit log how many calls a round has dropped so far; a round that dropped none is no event. */
export async function noteDropped(db: Db, record: CallRetention): Promise<void> {
  const { projectId, unit, amount, until, dropped, kept, setBy } = record;
  if (dropped === 0n) return;
  await recordAudit(
    { db, actor: { userId: setBy, key: null }, requestId: null },
    {
      action: "calls.dropped",
      projectId,
      details: {
        unit,
        amount,
        started_before: until?.toISOString() ?? null,
        dropped: Number(dropped),
        kept: Number(kept),
      },
    },
  );
}
