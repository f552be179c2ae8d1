import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";

const CHUNKS = ".next/server/chunks";
const LARGE_BYTES = 200_000;
/** That of the API, and that of signing in, whose route is next-auth's. */
const MOST_COPIES = 2;

test("What all routes share is built once, not once for each order in which they import it", () => {
  const copies = new Map<string, number>();
  for (const name of fs.readdirSync(CHUNKS).filter((file) => file.endsWith(".js"))) {
    const code = fs.readFileSync(path.join(CHUNKS, name), "utf8");
    if (code.length >= LARGE_BYTES) copies.set(code, (copies.get(code) ?? 0) + 1);
  }
  expect(Math.max(...copies.values())).toBeGreaterThan(0);
  expect(Math.max(...copies.values())).toBeLessThanOrEqual(MOST_COPIES);
});
