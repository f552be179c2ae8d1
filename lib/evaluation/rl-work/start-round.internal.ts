import { columns, float } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { rowsOfRound } from "./due-rl-run.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import type { Round } from "./rounds.internal.ts";
import { type End, endRlRun, whileGoing } from "./while-going.internal.ts";

/** Rounds in a row from which nothing could be learned, after which others will not help. */
const MAX_EMPTY_ROUNDS = 3;

/** Begins the next round from the newest checkpoint, or ends the run where there is none to come. `rounds` are those so far, the newest first. */
export async function startRound(open: OpenRlRun, rounds: readonly Round[]): Promise<void> {
  const { run, ctx, config } = open;
  const end = await endOf(open, rounds);
  if (end) return endRlRun(ctx.db, run, end);
  const round = rounds.length + 1;
  const fromStep = rounds.find(({ toStep }) => toStep !== null)?.toStep ?? run.startStep;
  const { promptsPerRound: perRound, seed } = config;
  const positions = await rowsOfRound(ctx.db, run, { round, perRound, seed });
  await whileGoing(ctx.db, run, async (tx) => {
    await tx.query(sql`
      insert into rl_round (project_id, run_id, round, positions, from_step)
      values (${run.projectId}, ${run.id}, ${round}::int, ${positions}::int[], ${fromStep}::int)
      on conflict do nothing`);
  });
}

/** Whether nothing could be learned from it. */
function isIdle({ jobId }: Round): boolean {
  return jobId === null;
}

async function endOf({ run, ctx, config, budget }: OpenRlRun, rounds: readonly Round[]): Promise<End | null> {
  const done = rounds.length;
  const ended = (ending: Extract<End, { state: "completed" }>["ending"], text: string): End => ({
    state: "completed",
    ending,
    text,
  });
  if (run.isStopping) return ended("stopped", `Stopped after round ${done}`);
  const isOver = done >= config.rounds;
  if (isOver && !rounds.every(isIdle))
    return ended("all_rounds", done === 1 ? "The round is done" : `All ${done} rounds are done`);
  const last = rounds.slice(0, MAX_EMPTY_ROUNDS);
  if ((isOver || last.length === MAX_EMPTY_ROUNDS) && last.every(isIdle))
    return ended(
      "nothing_to_learn",
      `In ${last.length === 1 ? "one round" : `${last.length} rounds in a row`}, no prompt had answers of different rewards. Raise the temperature, choose prompts that the model sometimes gets right, or a grader with finer scores`,
    );
  const minutes = run.startedAt ? (Date.now() - run.startedAt.getTime()) / 60_000 : 0;
  if (budget.maxMinutes !== undefined && minutes >= budget.maxMinutes)
    return ended(
      "budget_spent",
      `${Math.floor(minutes)} of ${budget.maxMinutes} minutes were spent after round ${done}`,
    );
  if (budget.maxTokens === undefined) return null;
  const [spent] = await ctx.db.query(sql`
    select ${columns({ tokens: float(sql`coalesce(sum(t.tokens), 0)`) })}
    from rl_rollout t where t.project_id = ${run.projectId} and t.run_id = ${run.id}`);
  const tokens = spent?.tokens ?? 0;
  if (tokens < budget.maxTokens) return null;
  return ended("budget_spent", `${tokens} of ${budget.maxTokens} tokens were sampled after round ${done}`);
}
