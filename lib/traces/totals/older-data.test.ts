import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { createEmptyTestDatabase } from "#lib/testing/postgres.ts";
import { countCalls } from "./count-calls.ts";
import { countEarlierCalls } from "./count-earlier-calls.ts";
import { foldTotals } from "./fold-totals.ts";
import { hasTotals } from "./has-totals.ts";

const KEPT_TOTALS = "20261205200000_kept_totals";
const LONG_NAMES = "20261205400000_long_operation_names";

/** A database as it was before a migration, which an upgrade brings up to date. */
async function databaseBefore(
  migration: string,
  work: (db: Db, upgrade: () => Promise<void>) => Promise<void>,
) {
  const database = await createEmptyTestDatabase();
  const earlier = mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  for (const name of readdirSync("prisma/migrations").filter((one) => one < migration))
    cpSync(path.join("prisma/migrations", name), path.join(earlier, name), { recursive: true });
  const db = openDatabase(database.url, 2);
  try {
    await migrate(database.url, { migrations: earlier, routines: null });
    await db.query(sql`insert into entity (name) values ('acme')`);
    await db.query(sql`
      insert into project (id, entity_name, name, created_by) values ('old', 'acme', 'old', 'x'), ('empty', 'acme', 'empty', 'x')`);
    await work(db, async () => {
      await migrate(database.url);
    });
  } finally {
    await db.close();
    await database.drop();
    rmSync(earlier, { recursive: true });
  }
}

test("data of the release before are counted after the start, and then no more than what comes", async () => {
  await databaseBefore(KEPT_TOTALS, async (db, upgrade) => {
    const record = (first: number, last: number) =>
      db.query(sql`
        insert into call (project_id, id, op_name, started_at, inputs)
        select 'old', 'call-' || n, 'op', '2026-01-01', '{}' from generate_series(${first}::int, ${last}::int) n`);
    await record(1, 2_500);
    await upgrade();
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
  });
});

test("totals that were kept by names are added to, and notes of names that were too long are folded", async () => {
  await databaseBefore(LONG_NAMES, async (db, upgrade) => {
    await db.query(sql`
      insert into call_total (project_id, start, op_name, is_root, is_turn, is_traffic, status, place, calls, bytes, tokens, with_tokens)
      select 'old', start::timestamptz, 'größe', true, false, false, 'success', 0, 7, 70, 0, 0
      from unnest(array['-infinity', '2026-01-01T00:00Z']) start`);
    await db.query(sql`
      insert into call_change (project_id, hour, sign, op_names, are_roots, are_turns, are_traffic, statuses, ms, bytes, tokens)
      select 'old', '2026-01-01T00:00Z', 1, array['größe', string_agg(md5(n::text), '')], array[true, true], array[false, false],
        array[false, false], array['success', 'success'], array[null, null]::bigint[], array[1, 1], array[null, null]::numeric[]
      from generate_series(1, 300) n`);
    await upgrade();
    expect(await foldTotals(db)).toBe(1);
    expect(await db.prisma.callTotal.count()).toBe(4);
    expect(await countCalls(db, "old", { span: {}, opNames: ["größe"] })).toEqual({ count: 8, bytes: 71 });
    expect(await countCalls(db, "old", { span: {} })).toEqual({ count: 9, bytes: 72 });
  });
});
