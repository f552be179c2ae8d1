import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#lib/platform/env.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a secret for the database with AES-256-GCM, under a key derived from the service's own secret, which is not in the database.
 * `owner` is bound to it, so that one row's secret opens in no other. The form is version, nonce, tag, ciphertext.
 */
export function seal(secret: string, owner: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]));
}

/** The secret, or null where it was sealed under another secret of the service, for another owner, or was changed. */
export function unseal(sealed: Uint8Array, owner: string): string | null {
  const bytes = Buffer.from(sealed);
  const head = 1 + NONCE_BYTES + TAG_BYTES;
  if (bytes.length < head || bytes[0] !== VERSION) return null;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(1 + NONCE_BYTES, head));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function sealingKey(): Buffer {
  const secret = env().NEXTAUTH_SECRET;
  if (!secret)
    throw new Error("NEXTAUTH_SECRET is not set in this process; start the service with npm start");
  return Buffer.from(hkdfSync("sha256", secret, "", "spindle: keys of upstreams", 32));
}
