import type { Db } from "#lib/platform/db/database.ts";

type Key = { projectId: string; modelId: string; alias: string };

/** The step that a checkpoint has to be better than: the alias's, else that of the model's oldest checkpoint. */
export async function incumbentOf(db: Db, { projectId, modelId, alias }: Key): Promise<number | null> {
  const where = { projectId_modelId_name: { projectId, modelId, name: alias } };
  const found = await db.prisma.checkpointAlias.findUnique({ where });
  return found ? found.step : oldestStep(db, modelId);
}

export async function oldestStep(db: Db, modelId: string): Promise<number | null> {
  const oldest = await db.prisma.checkpoint.findFirst({
    where: { modelId, deletedAt: null },
    orderBy: { step: "asc" },
    select: { step: true },
  });
  return oldest?.step ?? null;
}
