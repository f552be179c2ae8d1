import type { Ctx } from "#lib/access/context.ts";
import type { createTableFromDigests as contract } from "#lib/contract/compat/tables.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { storeTable } from "./store-table.internal.ts";

/** An unknown row is a 400: clients take a 404 here for a service that has no such operation, and send all rows again. */
export async function createTableFromDigests(
  ctx: Ctx,
  { rowDigests, expectedDigest }: InputOf<typeof contract>,
): Promise<{ digest: string }> {
  const [unknown] = await ctx.db.query(sql`
    select ${columns({ digest: text(sql`w.digest`) })} from unnest(${rowDigests}::text[]) as w (digest)
    where not exists (
      select from table_row r where r.project_id = ${ctx.project.id} and r.digest = w.digest)
    limit 1`);
  if (unknown)
    throw new Rejected(
      `Row ${unknown.digest} is not stored in this project; send it with /table/create first`,
    );
  return { digest: await storeTable(ctx, { rowDigests, expectedDigest }) };
}
