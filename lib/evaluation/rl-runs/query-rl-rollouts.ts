import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { RlSettler } from "#lib/contract/reinforcement/rl-people.ts";
import type * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import type { RolloutOrder } from "#lib/contract/reinforcement/rl-runs.ts";
import { readScores, shownScores } from "#lib/evaluation/score.internal.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, int, json, of, orNull, text } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { requireRlRun } from "./rl-records.internal.ts";

type Endpoint = typeof contract.queryRlRollouts;

const ROLLOUT = columns({
  ...of("rl_rollout t", "round", "position", "sample", "output", "error", "reward", "tokens", "isTruncated"),
  ...of("rl_rollout t", "callId", "humanValue"),
  settledBy: orNull(text<RlSettler>(sql`t.settled_by`)),
  stored: json(sql`t.scores`),
  row: json(sql`w.val`),
});

const ORDERS: { [O in RolloutOrder]: Sql } = {
  position: sql`t.position, t.sample`,
  best: sql`t.reward desc nulls last, t.position, t.sample`,
  worst: sql`t.reward asc nulls last, t.position, t.sample`,
  longest: sql`t.tokens desc nulls last, t.position, t.sample`,
};

export async function queryRlRollouts(
  ctx: Ctx,
  { runId, round, order, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  await requireRlRun(ctx, runId);
  const wanted = sql`t.project_id = ${ctx.project.id} and t.run_id = ${runId} and t.round = ${round}::int`;
  const [counted] = await ctx.db.query(
    sql`select ${columns({ all: int(sql`count(*)`) })} from rl_rollout t where ${wanted}`,
  );
  const records = await ctx.db.query(sql`
    select ${ROLLOUT}
    from rl_rollout t
    join rl_run n on n.project_id = t.project_id and n.id = t.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = t.position
    join table_row w on w.project_id = r.project_id and w.digest = r.row_digest
    where ${wanted} order by ${ORDERS[order]} limit ${limit} offset ${offset}`);
  const rollouts = records.map(({ stored, row, ...rollout }) => {
    const { prompt = [], reference = null } = measuredRow(row) ?? {};
    return { ...rollout, prompt, reference, scores: shownScores(readScores(stored)) };
  });
  return { rollouts, totalCount: counted?.all ?? 0 };
}
