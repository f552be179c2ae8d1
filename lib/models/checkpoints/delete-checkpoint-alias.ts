import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteCheckpointAlias as contract } from "#lib/contract/models/models.ts";
import { lockModel } from "#lib/models/lock-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";

export async function deleteCheckpointAlias(
  ctx: AccountCtx,
  { modelId, name }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId } = await openModel(ctx, modelId, "models:write");
  return ctx.db.transaction(async (db) => {
    await lockModel(db, modelId, "update");
    const where = { projectId_modelId_name: { projectId, modelId, name } };
    const alias = await db.prisma.checkpointAlias.findUnique({ where });
    if (!alias) return { deletedCount: 0 };
    await requireNoGate(db, { projectId, modelId, alias: name });
    await db.prisma.checkpointAlias.delete({ where });
    const left = { fromStep: alias.step, step: null, movedBy: ctx.actor.userId };
    await db.prisma.checkpointAliasMove.create({
      data: { id: newId(), projectId, modelId, alias: name, kind: "removed", ...left },
    });
    await recordAudit(
      { ...ctx, db },
      {
        action: "checkpoint_alias.deleted",
        projectId,
        target: modelId,
        details: { name, step: alias.step },
      },
    );
    await tellProject(db, projectId, "models");
    return { deletedCount: 1 };
  });
}

/** Otherwise people who may not move the alias past its gate could delete it and create it again. */
async function requireNoGate(
  db: Db,
  key: { projectId: string; modelId: string; alias: string },
): Promise<void> {
  const gate = await db.prisma.checkpointGate.findUnique({ where: { projectId_modelId_alias: key } });
  if (gate)
    throw new Conflict(`The alias ${key.alias} has a gate; an admin of the project can remove that first`, {
      code: "gated",
    });
}
