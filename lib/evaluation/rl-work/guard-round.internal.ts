import { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { metricLabel } from "#lib/contract/evaluation/metric-label.ts";
import type { RlGuard } from "#lib/contract/reinforcement/rl-runs.ts";
import * as z from "#lib/contract/zod.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { gainOf } from "#lib/evaluation/results/gain-of.ts";
import { hasFallen } from "#lib/evaluation/rl-runs/rl-records.internal.ts";
import { answersOf } from "#lib/evaluation/run-answers.internal.ts";
import { requireRun } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import { pauseRlRun } from "./pause.internal.ts";
import type { Round } from "./rounds.internal.ts";
import { endRlRun, whileGoing } from "./while-going.internal.ts";

type Guarded = Round & { readonly guardRunId: string };

/** Waits for the evaluation of what a round made and of the start, and ends the run where the model has become worse. */
export async function guardRound(open: OpenRlRun, round: Guarded, guard: RlGuard): Promise<void> {
  const { run, ctx } = open;
  const runs = [round.guardRunId, run.guardRunId ?? round.guardRunId];
  for (const id of runs) {
    const { state, done, total, errorMessage } = await requireRun(ctx, id);
    if (state === "queued" || state === "running")
      return pauseRlRun(ctx.db, run, {
        seconds: 0.5,
        waitingFor: `the guard has measured ${done} of ${total} rows`,
      });
    if (state !== "completed")
      return endRlRun(ctx.db, run, {
        state: "failed",
        message: `The guard of round ${round.round} could not be measured, its evaluation ${state}: ${errorMessage ?? "somebody cancelled it"}`,
      });
  }
  const gain = await measuredGain(open, runs, guard);
  if (gain === null || gain.value === null)
    return endRlRun(ctx.db, run, {
      state: "failed",
      message: `The guard of round ${round.round} has no row that ${guard.metric} could be measured of at both steps; choose another metric`,
    });
  await whileGoing(ctx.db, run, async (tx) => {
    await tx.query(sql`
      update rl_round set guard = ${JSON.stringify(z.encode(Estimate, gain))}::json, ended_at = clock_timestamp()
      where project_id = ${run.projectId} and run_id = ${run.id} and round = ${round.round}::int`);
    if (hasFallen(gain, guard))
      await endByGuard({ ...open, ctx: { ...ctx, db: tx } }, round, { guard, gain });
  });
}

async function measuredGain(
  { run, ctx }: OpenRlRun,
  [candidate = "", incumbent = ""]: string[],
  guard: RlGuard,
) {
  const answers = (runId: string) => answersOf(ctx.db, { projectId: run.projectId, runId });
  const evaluation = await requireEvaluation(ctx, guard.evaluationId);
  return gainOf(evaluation, guard.metric, {
    candidate: await answers(candidate),
    incumbent: await answers(incumbent),
  });
}

async function endByGuard(
  { run, ctx }: OpenRlRun,
  round: Round,
  { guard, gain }: { guard: RlGuard; gain: Estimate },
): Promise<void> {
  const rounds = await ctx.db.prisma.rlRound.findMany({
    where: { projectId: run.projectId, runId: run.id, round: { lt: round.round } },
    orderBy: { round: "desc" },
  });
  const safe = rounds.find((one) => one.guard !== null && !hasFallen(z.decode(Estimate, one.guard), guard));
  await endRlRun(ctx.db, run, {
    state: "completed",
    ending: "guard_fell",
    text: `At step ${round.toStep}, the gain in ${metricLabel(guard.metric)} against the start is ${shown(gain.value ?? 0)}, and it may fall to ${shown(-guard.maxDrop)}. The last step that the guard found no worse is ${safe?.toStep ?? run.startStep}`,
  });
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
