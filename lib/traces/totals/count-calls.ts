import { columns, float } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { join, type Sql, sql } from "#lib/platform/db/sql.ts";
import { keptCalls, type Span } from "./kept-calls.internal.ts";

/** The calls that totals can count: by what they are kept by, and by when they started. */
export type KeptSelection = {
  span: Span;
  /** Exact names, and beginnings that end in `:*`. */
  opNames?: readonly string[] | undefined;
  areRoots?: boolean | undefined;
  status?: string | undefined;
};

/** How many calls there are, and the bytes of their documents. */
export async function countCalls(
  db: Db,
  projectId: string,
  selection: KeptSelection,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db.query(sql`
    select ${columns({
      count: float(sql`coalesce(sum(calls), 0)`),
      bytes: float(sql`coalesce(sum(bytes), 0)`),
    })}
    from ${keptCalls(projectId, selection.span)} c where ${conditionsOf(selection)}`);
  if (!row) throw new Error("A statement of aggregates gave no row");
  return row;
}

function conditionsOf({ opNames, areRoots, status }: KeptSelection): Sql {
  return join(
    [
      sql`true`,
      ...(opNames ? [hasOpName(opNames)] : []),
      ...(areRoots ? [sql`c.is_root`] : []),
      ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ],
    " and ",
  );
}

/** That a call (as `c`) has one of the names. */
export function hasOpName(names: readonly string[]): Sql {
  const exact = names.filter((name) => !name.endsWith(":*"));
  const anyVersion = names.filter((name) => name.endsWith(":*")).map((name) => name.slice(0, -1));
  const conditions = anyVersion.map((prefix) => sql`starts_with(c.op_name, ${prefix})`);
  return sql`(${join([sql`c.op_name = any(${exact}::text[])`, ...conditions], " or ")})`;
}
