import type { Ctx } from "#lib/access/context.ts";

type NameHolder = { by: "dataset"; id: string } | { by: "object" };

/** The dataset, archived or not, or the object of a name; null where a new dataset can have it. */
export async function whatHasName(
  { db, project }: Pick<Ctx, "db" | "project">,
  name: string,
): Promise<NameHolder | null> {
  const dataset = await db.prisma.dataset.findFirst({
    where: { projectId: project.id, name },
    select: { id: true },
  });
  if (dataset) return { by: "dataset", id: dataset.id };
  const object = await db.prisma.objectVersion.findFirst({
    where: { projectId: project.id, objectId: name },
    select: { digest: true },
  });
  return object ? { by: "object" } : null;
}
