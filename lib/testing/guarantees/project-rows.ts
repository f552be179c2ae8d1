import type { Client } from "pg";
import type { Harness, TestProject } from "../harness.ts";

/** What asks for the print of each table that has a project. The databases of all tests are copies of one. */
let question: Promise<string> | undefined;

/** A fingerprint of everything that a project holds, by table. */
export async function rowsOf(api: Harness, project: TestProject): Promise<Record<string, string>> {
  const client = await api.aside();
  question ??= questionFor(client);
  const { rows } = await client.query<{ table: string; print: string }>({
    // Prepared: planning it takes longer than answering it.
    name: "rows of a project",
    text: await question,
    values: [project.id],
  });
  return Object.fromEntries(rows.map(({ table, print }) => [table, print]));
}

/** One statement for all tables: whole changes are looked at thousands of times. */
async function questionFor(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'project_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const prints = rows.map(
    ({ name }) => `select '${name}' as table,
      count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
      from "${name}" t where project_id = $1`,
  );
  return prints.join(" union all ");
}
