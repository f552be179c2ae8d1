import { randomBytes } from "node:crypto";
import { hashSecret } from "#lib/auth/secret-hash.ts";

const TOKEN_BYTES = 32;

/** The secret of an invitation's link, and what of it is stored. */
export function mintInvitationToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashSecret(token) };
}
