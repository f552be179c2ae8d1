import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { removeRetention as contract } from "#lib/contract/traces/retention.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { noteDropped } from "./note-dropped.internal.ts";

/** Where there is none, nothing happens. */
export function removeRetention(ctx: Ctx): Promise<ReplyOf<typeof contract>> {
  const projectId = ctx.project.id;
  return ctx.db.transaction(async (db) => {
    await lockRow(db, "call_retention", { projectId }, "update");
    const before = await db.prisma.callRetention.findUnique({ where: { projectId } });
    if (!before) return { retention: null };
    await noteDropped(db, before);
    await db.prisma.callRetention.delete({ where: { projectId } });
    const details = { unit: before.unit, amount: before.amount };
    await recordAudit({ ...ctx, db }, { action: "retention.removed", projectId, details });
    return { retention: null };
  });
}
