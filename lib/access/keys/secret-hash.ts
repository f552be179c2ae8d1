import { createHash, timingSafeEqual } from "node:crypto";

/** The stored hash of a generated secret; a fast hash is enough for so many random bits. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

/** Takes the same time wherever two hashes differ. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
