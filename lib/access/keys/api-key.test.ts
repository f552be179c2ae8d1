import { expect, test } from "vitest";
import { mintApiKey, readApiKey } from "./api-key.ts";
import { sameHash } from "./secret-hash.ts";

test("a minted key has the form that scanners and clients look for, and reads back", () => {
  const { key, parts } = mintApiKey();
  expect(key).toMatch(/^local-[0-9A-Za-z]{40}$/);
  const read = readApiKey(key);
  expect(read?.publicId).toBe(parts.publicId);
  expect(sameHash(read?.secretHash ?? new Uint8Array(), parts.secretHash)).toBe(true);
  expect(new Set(Array.from({ length: 200 }, () => mintApiKey().key)).size).toBe(200);
});

test("a key with one wrong character is recognised without asking the database", () => {
  const { key } = mintApiKey();
  for (let at = 6; at < key.length; at++) {
    const other = key[at] === "a" ? "b" : "a";
    expect(readApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(null);
  }
});

test.each(["", "local-", "local-' or 1=1 --", "x".repeat(46), "LOCAL-", "local-\u0000"])(
  "'%s' is not a key",
  (text) => {
    expect(readApiKey(text)).toBe(null);
  },
);
