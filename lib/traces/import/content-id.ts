import { sha256 } from "./sha256.ts";

/** A UUID (version 8) that depends on nothing but `parts`: the same content has the same id in every run. */
export function contentId(...parts: unknown[]): string {
  const bytes = sha256(JSON.stringify(parts)).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A number from 0 up to 1 that depends on nothing but `parts`. */
export function contentFraction(...parts: unknown[]): number {
  return new DataView(sha256(JSON.stringify(parts)).buffer).getUint32(0) / 2 ** 32;
}
