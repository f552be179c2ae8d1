import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { migrate } from "#lib/platform/processes/migrate.ts";
import { createEmptyTestDatabase } from "#lib/testing/postgres.ts";
import { countCalls } from "./count-calls.ts";
import { countEarlierCalls } from "./count-earlier-calls.ts";
import { foldTotals } from "./fold-totals.ts";
import { hasTotals } from "./has-totals.ts";

const OURS = "20261205200000_kept_totals";

test("data of the release before are counted after the start, and then no more than what comes", async () => {
  const database = await createEmptyTestDatabase();
  const earlier = mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  for (const name of readdirSync("prisma/migrations").filter((one) => one < OURS))
    cpSync(path.join("prisma/migrations", name), path.join(earlier, name), { recursive: true });
  const db = openDatabase(database.url, 2);
  const record = (first: number, last: number) =>
    db.query(sql`
      insert into call (project_id, id, op_name, started_at, inputs)
      select 'old', 'call-' || n, 'op', '2026-01-01', '{}' from generate_series(${first}::int, ${last}::int) n`);
  try {
    await migrate(database.url, { migrations: earlier, routines: null });
    await db.query(sql`insert into entity (name) values ('acme')`);
    await db.query(sql`
      insert into project (id, entity_name, name, created_by) values ('old', 'acme', 'old', 'x'), ('empty', 'acme', 'empty', 'x')`);
    await record(1, 2_500);
    await migrate(database.url);
    expect(await hasTotals(db, "empty")).toBe(true);
    let rounds = 0;
    while (await countEarlierCalls(db)) {
      expect(await hasTotals(db, "old")).toBe(++rounds > 3);
      await record(2_501 + rounds * 10, 2_510 + rounds * 10);
    }
    await foldTotals(db);
    expect(await countCalls(db, "old", { span: {} })).toEqual({
      count: 2_500 + rounds * 10,
      bytes: 5_000 + rounds * 20,
    });
  } finally {
    await db.close();
    await database.drop();
    rmSync(earlier, { recursive: true });
  }
});
