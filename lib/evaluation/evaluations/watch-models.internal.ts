import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** From now on an evaluation measures the new checkpoints of these models and of no others; those that it watches already keep their beginning. */
export async function watchModels(
  { db, project, actor }: Pick<Ctx, "db" | "project" | "actor">,
  evaluationId: string,
  modelIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(modelIds)];
  if (ids.length > 0) requirePermission(actor, project, "chat:create");
  const own = await db.prisma.model.findMany({
    where: { projectId: project.id, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  const known = new Set(own.map(({ id }) => id));
  const at = modelIds.findIndex((id) => !known.has(id));
  if (at >= 0) {
    const text = `the project has no model ${modelIds[at]}`;
    throw invalidAt(["body", "on_checkpoint", at], { type: "value_error", text });
  }
  await db.prisma.evaluationModel.deleteMany({
    where: { projectId: project.id, evaluationId, modelId: { notIn: ids } },
  });
  await db.query(sql`
    insert into evaluation_model (project_id, evaluation_id, model_id, since, added_by)
    select ${project.id}, ${evaluationId}, asked.id, clock_timestamp(), ${actor.userId}
    from unnest(${ids}::text[]) as asked (id)
    on conflict do nothing`);
}
