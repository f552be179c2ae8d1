import { expect, test } from "vitest";
import type { Database } from "#lib/platform/db/database.ts";
import { Unavailable } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type UsageRow, writeUsage } from "./write-usage.internal.ts";

const api = startHarness();

const aRow = (change: Partial<UsageRow> = {}): UsageRow => ({
  id: newId(),
  userId: "someone",
  projectId: null,
  model: 'a "model" 🙂',
  upstreamId: null,
  outcome: "completed",
  promptTokens: 3,
  completionTokens: 5,
  durationMs: 7,
  ...change,
});

/** The database with its statements counted; the first `failures` of them fail. */
function counted(failures = 0): { db: Database; statements: () => number } {
  let count = 0;
  const query: Database["query"] = (statement) => {
    if (++count <= failures) return Promise.reject(new Unavailable("too many wait"));
    return api.db.query(statement);
  };
  return { db: { ...api.db, query }, statements: () => count };
}

const found = (rows: readonly UsageRow[]) =>
  api.db.prisma.chatUsage.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });

test("rows that come while others are written go together, and each is there once it is answered", async () => {
  const { db, statements } = counted();
  const rows = Array.from({ length: 300 }, (_, i) =>
    aRow({ promptTokens: i, outcome: i % 2 ? "failed" : "cancelled" }),
  );
  await Promise.all(rows.map((row) => writeUsage(db, row)));
  expect(statements()).toBe(2);
  const stored = await found(rows);
  expect(stored).toHaveLength(300);
  for (const { createdAt: _, ...row } of stored) expect(rows).toContainEqual(row);
});

test("a database that is busy for a moment is waited for, and no row is written twice", async () => {
  const { db, statements } = counted(2);
  const row = aRow();
  await writeUsage(db, row);
  await writeUsage(db, row);
  expect(statements()).toBe(4);
  expect(await found([row])).toHaveLength(1);
});

test("if the database stays unreachable, every waiting caller gets the error, and the next row is tried again", async () => {
  const { db } = counted(4);
  await expect(writeUsage(db, aRow())).rejects.toBeInstanceOf(Unavailable);
  const later = aRow();
  await writeUsage(db, later);
  expect(await found([later])).toHaveLength(1);
});

test("a row that cannot be stored fails at once", async () => {
  const { db, statements } = counted();
  await expect(writeUsage(db, aRow({ promptTokens: 2 ** 40 }))).rejects.toThrow();
  expect(statements()).toBe(1);
});
