import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createUpstream as contract } from "#lib/contract/models/upstreams.ts";
import { newId } from "#lib/platform/ids.ts";
import { seal } from "#lib/platform/seal.ts";
import { requireFitBaseUrl } from "./check-settings.internal.ts";
import { requireFreeName } from "./require-free-name.internal.ts";
import { requireInstanceAdmin } from "./require-instance-admin.ts";
import { toUpstream } from "./upstream-row.internal.ts";

export async function createUpstream(
  { db, actor, requestId }: AccountCtx,
  { name, baseUrl: given, apiKey = "", models, allowPrivate }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  requireInstanceAdmin(actor);
  const baseUrl = await requireFitBaseUrl(given, allowPrivate);
  const id = newId();
  const sealedKey = apiKey === "" ? null : seal(apiKey, id);
  return db.transaction(async (tx) => {
    await requireFreeName(tx, name, id);
    const row = await tx.prisma.upstream.create({
      data: { id, name, baseUrl, sealedKey, models, allowPrivate, createdBy: actor.userId },
    });
    await recordAudit(
      { db: tx, actor, requestId },
      {
        action: "upstream.created",
        target: id,
        details: { name, host: new URL(baseUrl).host, allowPrivate },
      },
    );
    return toUpstream(row);
  });
}
