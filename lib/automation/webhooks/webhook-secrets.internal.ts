import { randomBytes } from "node:crypto";
import type { Webhook as WebhookRow } from "#lib/generated/prisma/client.ts";
import { seal, unseal } from "#lib/platform/seal.ts";

const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes them, and as the database keeps it. */
export function newSecret(webhookId: string): { secret: string; sealed: Uint8Array<ArrayBuffer> } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  return { secret, sealed: seal(secret, webhookId) };
}

/** What to sign with now, the present secret first; null where the service's own secret is another one than when they were sealed. */
export function secretsOf({ id, secret, oldSecret, oldSecretUntil }: WebhookRow): string[] | null {
  const present = unseal(secret, id);
  if (present === null) return null;
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now();
  const old = isOldGood ? unseal(oldSecret, id) : null;
  return old === null ? [present] : [present, old];
}
