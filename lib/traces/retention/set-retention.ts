import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { setRetention as contract } from "#lib/contract/traces/retention.ts";
import { lockRow } from "#lib/platform/db/locks.ts";
import { noteDropped } from "./note-dropped.internal.ts";
import { toRetention } from "./retention-records.internal.ts";

type Endpoint = typeof contract;

/** A round that is running ends here; the next one begins with the new limit. */
export function setRetention(ctx: Ctx, { unit, amount }: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { actor, project } = ctx;
  const projectId = project.id;
  return ctx.db.transaction(async (db) => {
    await lockRow(db, "call_retention", { projectId }, "update");
    const before = await db.prisma.callRetention.findUnique({ where: { projectId } });
    if (before) await noteDropped(db, before);
    const fresh = {
      unit,
      amount,
      setBy: actor.userId,
      setAt: new Date(),
      nextAt: new Date(),
      until: null,
      lookedAtStart: null,
      lookedAtId: null,
      dropped: 0,
      kept: 0,
      lastEndedAt: null,
      lastDropped: 0,
      lastKept: 0,
    };
    const record = await db.prisma.callRetention.upsert({
      where: { projectId },
      create: { projectId, ...fresh },
      update: fresh,
    });
    const details = {
      unit,
      amount,
      ...(before ? { unit_before: before.unit, amount_before: before.amount } : {}),
    };
    await recordAudit({ ...ctx, db }, { action: "retention.set", projectId, details });
    return { retention: toRetention(record) };
  });
}
