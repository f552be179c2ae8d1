import type { Ctx } from "#lib/access/context.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** Holds the name until the transaction ends. Throws `Conflict` where another evaluation has it. */
export async function requireFreeName(
  { db, project }: Pick<Ctx, "db" | "project">,
  name: string,
): Promise<void> {
  await lockName(db, `evaluation ${project.id} ${name}`);
  const where = { projectId: project.id, name };
  const taken = await db.prisma.evaluation.findFirst({ where, select: { id: true } });
  if (taken)
    throw new Conflict(
      `The name ${name} is taken by evaluation ${taken.id}; choose another, or restore that one where it is archived`,
      { code: "name_taken" },
    );
}
