import * as z from "zod/mini";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

const COUNT = z.number();
const EXPLAINED = z.object({
  "QUERY PLAN": z.tuple([
    z.object({ Plan: z.object({ "Shared Hit Blocks": COUNT, "Shared Read Blocks": COUNT }) }),
  ]),
});

/** How many blocks of tables and indexes a statement touches: what its plan costs, however busy the machine is. */
export async function blocksRead(db: Db, statement: Sql): Promise<number> {
  const [row] = await db.query(sql`explain (analyze, buffers, format json) ${statement}`);
  const { "Shared Hit Blocks": hit, "Shared Read Blocks": read } = EXPLAINED.parse(row)["QUERY PLAN"][0].Plan;
  return hit + read;
}
