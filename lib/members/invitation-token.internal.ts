import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** The secret of an invitation's link, and what of it is stored. */
export function mintInvitationToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashInvitationToken(token) };
}

export function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
