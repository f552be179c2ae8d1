import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteCheckpointAlias as contract } from "#lib/contract/models.ts";
import { tellProject } from "#lib/live/tell-project.ts";
import { openModel } from "./open-model.ts";

export async function deleteCheckpointAlias(
  ctx: AccountCtx,
  { modelId, name }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId } = await openModel(ctx, modelId, "models:write");
  return ctx.db.transaction(async (db) => {
    const { count } = await db.prisma.checkpointAlias.deleteMany({ where: { projectId, modelId, name } });
    if (count > 0) await tellProject(db, projectId, "models");
    return { deletedCount: count };
  });
}
