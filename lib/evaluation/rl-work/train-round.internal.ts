import { roundName } from "#lib/contract/reinforcement/run-names.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { columns, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { createTrainingJob } from "#lib/training/requests/create-training-job.ts";
import type { DueRlRun } from "./due-rl-run.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import { keyOf, type Round } from "./rounds.internal.ts";
import { whileGoing } from "./while-going.internal.ts";

/**
 * Queues the job that learns from a round's answers, and notes it with the round in the same transaction: there is never a second one. Where no
 * group says which of its answers is better, the round ends without a job.
 */
export async function trainRound({ run, ctx, config }: OpenRlRun, round: Round): Promise<void> {
  await whileGoing(ctx.db, run, async (tx) => {
    const key = keyOf(run, round);
    const now = await tx.prisma.rlRound.findUnique({ where: key, select: { jobId: true, endedAt: true } });
    if (!now || now.jobId !== null || now.endedAt !== null) return;
    const groups = await groupsOf(tx, run, round);
    if (groups.length === 0) {
      await tx.prisma.rlRound.update({ where: key, data: { endedAt: new Date() } });
    } else {
      const job = await createTrainingJob(
        { ...ctx, db: tx },
        {
          modelId: run.modelId,
          trajectoryGroups: groups,
          experimentalConfig: config.training ?? {},
          startStep: round.fromStep,
          name: roundName(run.name, round.round),
          group: run.name.slice(0, 128),
        },
      );
      await tx.prisma.rlRound.update({ where: key, data: { jobId: job.id } });
    }
    // The job's data hold the tokens from here on.
    await tx.query(sql`
      update rl_rollout set choice = null
      where project_id = ${run.projectId} and run_id = ${run.id} and round = ${round.round}::int`);
  });
}

const ROLLOUT = columns({
  ...of("rl_rollout t", "position", "choice"),
  reward: of("rl_rollout t", "reward").reward,
  row: json(sql`w.val`),
});
type Rollout = RowOf<typeof ROLLOUT>;

async function groupsOf(db: Db, { id, projectId, versionId }: DueRlRun, { round }: Round): Promise<object[]> {
  const rollouts = await db.query(sql`
    select ${ROLLOUT}
    from rl_rollout t
    join dataset_row r on r.project_id = t.project_id and r.version_id = ${versionId} and r.position = t.position
    join table_row w on w.project_id = r.project_id and w.digest = r.row_digest
    where t.project_id = ${projectId} and t.run_id = ${id} and t.round = ${round}::int
      and t.reward is not null and t.choice is not null
    order by t.position, t.sample`);
  const groups = [...Map.groupBy(rollouts, ({ position }) => position).values()];
  // Those that teach nothing are sent as well, and the trainer leaves them out: the job says the reward of the round, not of a part of it.
  return groups.some(teaches) ? groups.map((group) => ({ trajectories: group.map(trajectoryOf) })) : [];
}

/** Answers that are all equally good say nothing about which to prefer, and one alone neither. */
function teaches(group: readonly Rollout[]): boolean {
  return new Set(group.map(({ reward }) => reward)).size > 1;
}

function trajectoryOf({ row, choice, reward }: Rollout): object {
  const read = measuredRow(row);
  const tools = read?.tools ? { tools: read.tools } : {};
  return { messages_and_choices: [...(read?.prompt ?? []), choice], reward, ...tools };
}
