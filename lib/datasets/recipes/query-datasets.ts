import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/datasets.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { withVersions } from "#lib/datasets/dataset-records.internal.ts";
import { publishedDatasets } from "#lib/datasets/published/list-published.internal.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

type Endpoint = typeof contract.queryDatasets;

export async function queryDatasets(
  ctx: Ctx,
  { name, isArchived, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const where = {
    projectId: ctx.project.id,
    ...(name === undefined ? {} : { name: { contains: escaped(name), mode: "insensitive" as const } }),
    ...(isArchived === undefined ? {} : { isArchived }),
  };
  const rows = await ctx.db.prisma.dataset.findMany({
    where,
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return {
    datasets: await withVersions(ctx, rows),
    totalCount: await ctx.db.prisma.dataset.count({ where }),
    published: offset > 0 || isArchived === true ? [] : await publishedDatasets(ctx, isNamed(name)),
  };
}

function isNamed(part: string | undefined): (name: Sql) => Sql {
  return (name) => (part === undefined ? sql`true` : sql`${name} ilike ${`%${escaped(part)}%`}`);
}

/** Prisma hands the text to LIKE as it is. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
