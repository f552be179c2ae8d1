import { usualPreferenceCourse, usualSftCourse } from "#lib/contract/training/usual-course.ts";
import { rowsToLearn } from "#lib/datasets/rows-to-learn.ts";
import { incumbentOf, oldestStep } from "#lib/evaluation/gates/incumbent-of.internal.ts";
import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { createPreferenceTrainingJob } from "#lib/training/requests/create-preference-training-job.ts";
import { createSftTrainingJob } from "#lib/training/requests/create-sft-training-job.ts";
import type { OpenLoopRun } from "./open-loop-run.internal.ts";

/** Queues the job and notes it with the run in the same transaction: there is never a second one. What the loop leaves open, the job does as its form would propose it. */
export async function trainOnVersion(open: OpenLoopRun): Promise<void> {
  const { run, ctx, train } = open;
  await whileRunGoes(ctx.db, "loop_run", run, async (db) => {
    const now = await db.prisma.loopRun.findUniqueOrThrow({ where: { id: run.id } });
    if (now.jobId !== null) return;
    const startStep = await startOf(db, open);
    const wanted = {
      modelId: train.modelId,
      trainingDataUrl: `weave:///${ctx.project.path}/object/${run.datasetName}:v${run.version}`,
      name: `${run.loopName}, v${run.version}`.slice(0, 128),
      group: run.loopName.slice(0, 128),
      ...(startStep === null ? {} : { startStep }),
      startsClean: true,
    };
    const place = { ...ctx, db };
    const rows = await rowsToLearn(place, { datasetId: run.datasetId, version: `v${run.version}` });
    const job =
      train.kind === "sft"
        ? await createSftTrainingJob(place, {
            ...wanted,
            config: usualSftCourse(train.config ?? {}, rows),
          })
        : await createPreferenceTrainingJob(place, {
            ...wanted,
            config: usualPreferenceCourse(train.config ?? {}, rows),
          });
    await db.prisma.loopRun.update({ where: { id: run.id }, data: { jobId: job.id, trainedAt: new Date() } });
  });
}

/** Null is the newest one. When the job begins, it is looked at again: a job before it may have made one by then, and answers may have been retracted. */
async function startOf(db: Db, { run, train, promote }: OpenLoopRun): Promise<number | null> {
  const { projectId } = run;
  const { start, modelId } = train;
  if (start === "newest") return null;
  if (start === "alias" && promote) return incumbentOf(db, { projectId, modelId, alias: promote.alias });
  return oldestStep(db, modelId);
}
