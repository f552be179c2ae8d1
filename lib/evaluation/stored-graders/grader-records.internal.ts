import type { Ctx } from "#lib/access/context.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import * as z from "#lib/contract/zod.ts";
import type { Grader as GraderRow } from "#lib/generated/prisma/client.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";

type Place = Pick<Ctx, "db" | "project">;

export async function requireGrader({ db, project }: Place, graderId: string): Promise<GraderRow> {
  const found = await db.prisma.grader.findFirst({ where: { projectId: project.id, id: graderId } });
  if (!found) throw noSuchGrader(graderId);
  return found;
}

export function noSuchGrader(graderId: string): NotFound {
  return new NotFound(`Grader ${graderId} not found; it does not exist in this project`);
}

/** A grader as the wire shows it. */
export function toGrader({ definition, ...row }: GraderRow, { path }: Ctx["project"]): StoredGrader {
  // The column holds only what the contract let in.
  return { ...row, projectId: path, grader: z.decode(Grader, definition) };
}

/** Holds the name until the transaction ends. Throws `Conflict` where another grader has it. */
export async function requireFreeName({ db, project }: Place, name: string): Promise<void> {
  await lockName(db, `grader ${project.id} ${name}`);
  const taken = await db.prisma.grader.findFirst({
    where: { projectId: project.id, name },
    select: { id: true },
  });
  if (taken)
    throw new Conflict(
      `The name ${name} is taken by grader ${taken.id}; choose another, or restore that one where it is archived`,
      { code: "name_taken" },
    );
}
