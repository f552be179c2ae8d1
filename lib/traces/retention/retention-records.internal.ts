import type { Retention } from "#lib/contract/traces/retention.ts";
import type { CallRetention } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";

export async function findRetention(db: Db, projectId: string): Promise<Retention | null> {
  const record = await db.prisma.callRetention.findUnique({ where: { projectId } });
  return record ? toRetention(record) : null;
}

export function toRetention(record: CallRetention): Retention {
  const { unit, amount, setBy, setAt, until, lastEndedAt } = record;
  return {
    unit,
    amount,
    setBy,
    setAt,
    isDropping: until !== null,
    dropped: Number(record.dropped),
    kept: Number(record.kept),
    lastEndedAt,
    lastDropped: Number(record.lastDropped),
    lastKept: Number(record.lastKept),
  };
}
