import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashSecret } from "./secret-hash.ts";

/** `local-` + 10 characters that find the key + 24 that prove it (142 bits) + 6 of CRC-32, so that a typo costs no look-up. */
const PREFIX = "local-";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const [PUBLIC, SECRET, CHECK] = [10, 24, 6];
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${PUBLIC + SECRET + CHECK}}$`);

type KeyParts = { publicId: string; secretHash: Uint8Array<ArrayBuffer> };

/** Makes a key. The text is shown to its owner once; only the parts are stored. */
export function mintApiKey(): { key: string; parts: KeyParts } {
  const body = randomBase62(PUBLIC + SECRET);
  const key = `${PREFIX}${body}${checksum(body)}`;
  return { key, parts: requireParts(key) };
}

/** The stored parts of a key's text, or null if it cannot be a key of this service. */
export function readApiKey(key: string): KeyParts | null {
  if (!FORM.test(key)) return null;
  const body = key.slice(PREFIX.length, -CHECK);
  if (checksum(body) !== key.slice(-CHECK)) return null;
  return { publicId: body.slice(0, PUBLIC), secretHash: hashSecret(body.slice(PUBLIC)) };
}

/** The beginning of a key's text, by which its owner knows it again. */
export function keyPrefix(publicId: string): string {
  return PREFIX + publicId;
}

function requireParts(key: string): KeyParts {
  const parts = readApiKey(key);
  if (!parts) throw new Error("A minted key does not read back");
  return parts;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECK; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Draws without bias: bytes above the last whole multiple of 62 are drawn again. */
function randomBase62(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
  return text;
}
