import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryGraderMeasurements as contract } from "#lib/contract/evaluation/judges.ts";
import { requireGrader, toMeasurement } from "#lib/evaluation/stored-graders/grader-records.internal.ts";

type Endpoint = typeof contract;

export async function queryGraderMeasurements(
  ctx: Ctx,
  { graderId, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const grader = await requireGrader(ctx, graderId);
  const where = { projectId: ctx.project.id, graderId };
  const rows = await ctx.db.prisma.graderMeasurement.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return {
    measurements: rows.map((row) => toMeasurement(row, grader)),
    totalCount: await ctx.db.prisma.graderMeasurement.count({ where }),
  };
}
