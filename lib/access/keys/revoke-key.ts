import { recordAudit } from "#lib/access/audit/record-audit.ts";
import type { AccountCtx } from "#lib/access/context.ts";
import type { revokeKey as contract } from "#lib/contract/access/keys.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { findKeys } from "./find-keys.ts";

export function revokeKey(
  { db, actor, requestId }: AccountCtx,
  { keyId }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    const [key] = await findKeys(tx, actor, { id: keyId });
    if (!key?.canRevoke) throw new NotFound("Key not found");
    const { count } = await tx.prisma.apiKey.updateMany({
      where: { id: keyId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count > 0)
      await recordAudit(
        { db: tx, actor, requestId },
        { action: "key.revoked", target: keyId, details: { owner: key.userId } },
      );
    return {};
  });
}
