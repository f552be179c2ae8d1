import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryTrainingRows as contract, RowOrder } from "#lib/contract/training/training-rows.ts";
import { columns, int, of } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";
import { rowsAt } from "./rows-at.internal.ts";

export async function queryTrainingRows(
  ctx: AccountCtx,
  { trainingJobId, step, order, limit, offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const job = await requireJobRow(ctx, trainingJobId, "training:read");
  if (job.kind !== "sft")
    throw new Conflict(`Training job ${job.id} is not supervised, so its rows have no losses of their own`);
  const losses = lossesOf(job.id, step);
  const rows = await ctx.db.query(
    sql`select ${LOSS} from (${losses}) l order by ${ORDERS[order]} limit ${limit} offset ${offset}`,
  );
  const [counted] = await ctx.db.query(
    sql`select ${columns({ rows: int(sql`count(*)`) })} from (${losses}) l`,
  );
  const found = await rowsAt(
    ctx,
    job.id,
    rows.map(({ position }) => position),
  );
  return {
    totalCount: counted?.rows ?? 0,
    rows: rows.map((row) => ({ ...row, row: found.get(row.position) ?? null })),
  };
}

const LOSS = columns(of("training_row_loss l", "position", "loss", "step"));

/** Of one step, or of the last step that each row was part of. */
function lossesOf(jobId: string, step: number | undefined): Sql {
  if (step !== undefined)
    return sql`select position, loss, step from training_row_loss where job_id = ${jobId} and step = ${step}`;
  return sql`
    select distinct on (position) position, loss, step from training_row_loss
    where job_id = ${jobId} order by position, step desc`;
}

const ORDERS: { readonly [O in RowOrder]: Sql } = {
  loss_desc: sql`l.loss desc, l.position`,
  position: sql`l.position`,
};
