import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { updateUpstream as contract } from "#lib/contract/models/upstreams.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { seal } from "#lib/platform/seal.ts";
import { requireFitBaseUrl } from "./check-settings.internal.ts";
import { requireFreeName } from "./require-free-name.internal.ts";
import { requireInstanceAdmin } from "./require-instance-admin.ts";
import { noSuchUpstream, toUpstream, type UpstreamRow } from "./upstream-row.internal.ts";

export async function updateUpstream(
  { db, actor, requestId }: AccountCtx,
  { upstreamId: id, name, baseUrl: given, apiKey, models, allowPrivate }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireInstanceAdmin(actor);
  const baseUrl = await requireFitBaseUrl(given, allowPrivate);
  return db.transaction(async (tx) => {
    const row = await tx.prisma.upstream.findUnique({ where: { id } });
    if (!row) throw noSuchUpstream(id);
    await requireFreeName(tx, name, id);
    const sealedKey = keyOf(row, baseUrl, apiKey);
    const updated = await tx.prisma.upstream.update({
      where: { id },
      data: { name, baseUrl, sealedKey, models, allowPrivate, updatedAt: new Date() },
    });
    await recordAudit(
      { db: tx, actor, requestId },
      {
        action: "upstream.changed",
        target: id,
        details: { name, host: new URL(baseUrl).host, allowPrivate },
      },
    );
    return toUpstream(updated);
  });
}

/** A stored key never travels to a host that it was not entered for. */
function keyOf(row: UpstreamRow, baseUrl: string, apiKey: string | undefined) {
  if (apiKey !== undefined) return apiKey === "" ? null : seal(apiKey, row.id);
  if (row.sealedKey && new URL(row.baseUrl).origin !== new URL(baseUrl).origin)
    throw invalidAt(["body", "api_key"], {
      type: "value_error",
      text: "base_url moves to another host; enter the key again, or remove it with an empty one",
    });
  return row.sealedKey;
}
