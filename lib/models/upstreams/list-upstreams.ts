import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { listUpstreams as contract } from "#lib/contract/models/upstreams.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { requireInstanceAdmin } from "./require-instance-admin.ts";
import { toUpstream } from "./upstream-row.internal.ts";

/** In the order in which they were added. */
export async function listUpstreams(
  { db, actor }: AccountCtx,
  { after, limit }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireInstanceAdmin(actor);
  const { upstream } = db.prisma;
  if (after !== undefined && !(await upstream.findUnique({ where: { id: after } })))
    throw unknownCursor("upstream");
  const rows = await upstream.findMany({
    where: after === undefined ? {} : { id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(rows.map(toUpstream), limit);
}
