import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { deleteUpstream as contract } from "#lib/contract/models/upstreams.ts";
import { requireInstanceAdmin } from "./require-instance-admin.ts";
import { noSuchUpstream } from "./upstream-row.internal.ts";

export async function deleteUpstream(
  { db, actor, requestId }: AccountCtx,
  { upstreamId: id }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireInstanceAdmin(actor);
  return db.transaction(async (tx) => {
    const { count } = await tx.prisma.upstream.deleteMany({ where: { id } });
    if (count === 0) throw noSuchUpstream(id);
    await recordAudit({ db: tx, actor, requestId }, { action: "upstream.deleted", target: id });
    return {};
  });
}
