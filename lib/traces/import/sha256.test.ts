import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

test("the digest is Node's own, whatever the length and the characters", () => {
  for (let length = 0; length < 200; length++) {
    const text = "aé🙂".repeat(length).slice(0, length);
    expect(Buffer.from(sha256(text)).toString("hex")).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
