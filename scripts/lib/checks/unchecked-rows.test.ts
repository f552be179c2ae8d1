import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findUncheckedRows } from "./unchecked-rows.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), "spindle-rows-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

test("a row whose type nobody checks is reported with its place; checked ones, tests and the database's own files are not", () => {
  write("lib/room/good.ts", "const rows = await db.query(sql`select 1`);\n");
  write(
    "lib/room/bad.ts",
    "const a = 1;\ndb.query(statement as Statement<Row>);\nnew Statement<Row>(text, []);\n",
  );
  write("app/api/bad/route.ts", 'import sql from "sql-template-tag";\nprisma.$queryRaw`select 1`;\n');
  write("lib/room/bad.test.ts", "prisma.$queryRaw`select 1`;\n");
  write("lib/platform/db/sql.ts", "return new Statement(strings, values);\n");
  expect(findUncheckedRows(root).map((fault) => fault.split(" ")[0])).toEqual([
    "app/api/bad/route.ts:1",
    "app/api/bad/route.ts:2",
    "lib/room/bad.ts:2",
    "lib/room/bad.ts:3",
  ]);
});
