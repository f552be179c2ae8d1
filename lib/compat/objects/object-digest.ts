import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** The name of a value: 43 characters, the same for the same value in whatever order its keys came. */
export function objectDigest(value: unknown): string {
  const hash = createHash("sha256").update(canonicalJson(value)).digest("base64url");
  return hash.replaceAll("-", "X").replaceAll("_", "Y");
}
