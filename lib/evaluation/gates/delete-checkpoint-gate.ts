import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/gates.ts";
import { openModel } from "#lib/models/open-model.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

type Endpoint = typeof contract.deleteCheckpointGate;

export async function deleteCheckpointGate(
  ctx: AccountCtx,
  { modelId, alias }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { projectId } = await openModel(ctx, modelId, "project:manage");
  return ctx.db.transaction(async (db) => {
    const { count } = await db.prisma.checkpointGate.deleteMany({ where: { projectId, modelId, alias } });
    if (count === 0) return { deletedCount: 0 };
    const facts = { action: "checkpoint_gate.deleted", projectId, target: modelId } as const;
    await recordAudit({ ...ctx, db }, { ...facts, details: { name: alias } });
    await tellProject(db, projectId, "models");
    return { deletedCount: count };
  });
}
