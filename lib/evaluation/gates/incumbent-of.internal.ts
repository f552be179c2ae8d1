import type { Db } from "#lib/platform/db/database.ts";

type Key = { projectId: string; modelId: string; alias: string };

/** The step that a checkpoint has to be better than: the alias's, else that of the model's oldest checkpoint; and the one before it. */
export async function incumbentOf(
  db: Db,
  { projectId, modelId, alias }: Key,
): Promise<{ step: number | null; previousStep: number | null }> {
  const where = { projectId_modelId_name: { projectId, modelId, name: alias } };
  const found = await db.prisma.checkpointAlias.findUnique({ where });
  if (found) return { step: found.step, previousStep: found.previousStep };
  const oldest = await db.prisma.checkpoint.findFirst({
    where: { modelId, deletedAt: null },
    orderBy: { step: "asc" },
    select: { step: true },
  });
  return { step: oldest?.step ?? null, previousStep: null };
}
