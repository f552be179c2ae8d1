import fs from "node:fs";
import { expect, test } from "vitest";
import { TABLES } from "./tables.ts";

test.each(TABLES)("$file says what its package says now", ({ file, text }) => {
  const isCurrent = fs.readFileSync(file, "utf8") === text();
  expect(isCurrent, "run `npx node scripts/write-tables.ts`").toBe(true);
});
