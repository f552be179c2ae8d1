import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/graders.ts";
import { toGrader, WITH_MEASUREMENT } from "./grader-records.internal.ts";

type Endpoint = typeof contract.queryGraders;

export async function queryGraders(
  { db, project }: Ctx,
  { name, type, isArchived, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const where = {
    projectId: project.id,
    ...(name === undefined ? {} : { name: { contains: escaped(name), mode: "insensitive" as const } }),
    ...(type === undefined ? {} : { definition: { path: ["type"], equals: type } }),
    ...(isArchived === undefined ? {} : { isArchived }),
  };
  const rows = await db.prisma.grader.findMany({
    where,
    include: WITH_MEASUREMENT,
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return {
    graders: rows.map((row) => toGrader(row, project)),
    totalCount: await db.prisma.grader.count({ where }),
  };
}

/** Prisma hands the text to LIKE as it is. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
