import type { Harness, TestProject } from "../harness.ts";

/** A fingerprint of everything that a project holds, by table. */
export async function rowsOf(api: Harness, project: TestProject): Promise<Record<string, string>> {
  const tables = await api.db.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'project_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { table_name: table } of tables.rows) {
    const { rows } = await api.db.pool.query<{ print: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from "${table}" t where project_id = $1`,
      [project.id],
    );
    found[table] = rows[0]?.print ?? "";
  }
  return found;
}
