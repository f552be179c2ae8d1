import { createHash } from "node:crypto";

/** A UUID (version 8) that depends on nothing but `parts`: the same content has the same id in every run. */
export function contentId(...parts: unknown[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A number from 0 up to 1 that depends on nothing but `parts`. */
export function contentFraction(...parts: unknown[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readUInt32BE() / 2 ** 32;
}
