import type { Ctx } from "#lib/access/context.ts";
import type { Change, diffDatasetVersion as contract } from "#lib/contract/datasets/version-diff.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { requireVersion } from "#lib/datasets/require-dataset.internal.ts";
import { columns, json, orNull, text } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { comparison, countChanges, rowsOfVersion } from "./compare-rows.internal.ts";

type Endpoint = typeof contract;
type Row = Record<string, unknown>;

export async function diffDatasetVersion(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { against, change, limit, offset } = input;
  const { db, project } = ctx;
  const after = await requireVersion(ctx, input);
  const before = await requireVersion(ctx, { ...input, version: against });
  const rows = {
    before: rowsOfVersion(project.id, before.id),
    after: rowsOfVersion(project.id, after.id),
  };
  const changes = await db.query(sql`
    ${comparison(rows)}
    select ${CHANGE} from compared c
    left join table_row a on a.project_id = ${project.id} and a.digest = c.after_digest
    left join table_row b on b.project_id = ${project.id} and b.digest = c.before_digest
    where ${change === undefined ? sql`c.change is not null` : sql`c.change = ${change}`}
    order by c.after_position nulls last, c.before_position limit ${limit} offset ${offset}`);
  return { ...(await countChanges(db, rows)), changes };
}

const CHANGE = columns({
  change: text<Change>(sql`c.change`),
  rowId: text(sql`c.row_id`),
  before: orNull(json<Row>(sql`b.val`)),
  after: orNull(json<Row>(sql`a.val`)),
});
