import type { TrainingJob } from "#lib/contract/training/training.ts";
import { beginRuns } from "#lib/evaluation/runs/begin-runs.internal.ts";
import { isEnded } from "#lib/training/jobs/is-ended.ts";
import { getTrainingJob } from "#lib/training/requests/get-training-job.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import { pauseRlRun } from "./pause.internal.ts";
import { keyOf, type Round } from "./rounds.internal.ts";
import { endRlRun, whileGoing } from "./while-going.internal.ts";

/** Waits for the job of a round; once it is done, the round has a checkpoint, and its guard begins. */
export async function followJob(open: OpenRlRun, round: Round, jobId: string): Promise<void> {
  const { run, ctx } = open;
  const job = await getTrainingJob(ctx, { trainingJobId: jobId });
  if (!isEnded(job.state)) return pauseRlRun(ctx.db, run, { seconds: 0.5, waitingFor: waitingText(job) });
  if (job.state === "completed" && job.checkpointStep !== null)
    return noteStep(open, round, job.checkpointStep);
  if (run.isStopping)
    return endRlRun(ctx.db, run, {
      state: "completed",
      ending: "stopped",
      text: `Stopped in round ${round.round}, whose job had learned nothing to keep`,
    });
  const state = job.state === "cancelled" ? "cancelled" : "failed";
  const why = job.errorMessage ?? "it left no checkpoint";
  await endRlRun(ctx.db, run, {
    state,
    message: `The job of round ${round.round} ended ${job.state}: ${why}`,
  });
}

function waitingText({ waitingFor, queuePosition }: TrainingJob): string | null {
  if (waitingFor !== null) return waitingFor;
  if (queuePosition !== null && queuePosition > 0)
    return `${queuePosition} ${queuePosition === 1 ? "job" : "jobs"} of the model must end first`;
  return null;
}

async function noteStep(open: OpenRlRun, round: Round, step: number): Promise<void> {
  const { run, ctx, guard, config } = open;
  await whileGoing(ctx.db, run, async (tx) => {
    const key = keyOf(run, round);
    const now = await tx.prisma.rlRound.findUnique({ where: key, select: { toStep: true } });
    if (!now || now.toStep !== null) return;
    const isDue = round.round % (guard?.every ?? 1) === 0 || round.round === config.rounds;
    if (!guard || !isDue || run.isStopping) {
      await tx.prisma.rlRound.update({ where: key, data: { toStep: step, endedAt: new Date() } });
      return;
    }
    const projectId = `${run.entity}/${run.project}`;
    const subjects = [`${projectId}/${run.modelName}:step${step}`];
    const asked = { projectId, evaluationId: guard.evaluationId, subjects, samples: 1, seed: 1 };
    const { runs } = await beginRuns({ ...ctx, db: tx }, asked, "guard");
    await tx.prisma.rlRound.update({ where: key, data: { toStep: step, guardRunId: runs[0]?.id ?? null } });
  });
}
