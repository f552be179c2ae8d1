import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { columns, text } from "#lib/platform/db/columns.ts";
import { openDatabase } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { createEmptyTestDatabase } from "#lib/testing/postgres.ts";
import { HELD_TABLES } from "./project-rows.ts";

const api = startHarness();
const OURS = "20261123070100_projects_end";

test("rows without a project, which older versions let in, are kept in a project of their own", async () => {
  const database = await createEmptyTestDatabase();
  const earlier = mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  for (const name of readdirSync("prisma/migrations").filter((one) => one < OURS))
    cpSync(path.join("prisma/migrations", name), path.join(earlier, name), { recursive: true });
  const db = openDatabase(database.url, 2);
  try {
    await migrate(database.url, { migrations: earlier, routines: null });
    await db.query(
      sql`insert into call (project_id, id, op_name, started_at) values ('lost', 'call', 'op', now())`,
    );
    expect(await migrate(database.url)).toContain(OURS);
    const rows = await db.query(sql`
      select p.id, p.entity_name, p.name, c.id as call from project p join call c on c.project_id = p.id`);
    expect(rows).toEqual([{ id: "lost", entity_name: "orphaned", name: "lost", call: "call" }]);
  } finally {
    await db.close();
    await database.drop();
    rmSync(earlier, { recursive: true });
  }
});

test("every table that names a project is deleted with it, or is known to outlive it", async () => {
  const rows = await api.db.query(sql`
    select ${columns({ name: text(sql`table_name`) })} from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id' order by 1`);
  const outlive = ["audit_event", "chat_usage", "project_deletion"];
  const withTheProject = ["project_member"];
  const held = HELD_TABLES.map(({ table }) => table.text);
  expect(rows.map(({ name }) => name)).toEqual([...held, ...outlive, ...withTheProject].sort());
});
