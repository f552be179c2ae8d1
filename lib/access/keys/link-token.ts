import { randomBytes } from "node:crypto";
import { hashSecret } from "./secret-hash.ts";

const TOKEN_BYTES = 32;

/** The secret of a link for one person, and the stored part of it. */
export function mintLinkToken(): { token: string; tokenHash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashSecret(token) };
}
