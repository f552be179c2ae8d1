import { unitBefore } from "#lib/contract/evaluation/amount-words.ts";
import { LoopGain } from "#lib/contract/loops/loop-runs.ts";
import * as z from "#lib/contract/zod.ts";
import { prepareBuild } from "#lib/datasets/versions/build-dataset-version.ts";
import { requireEvaluation } from "#lib/evaluation/evaluation-records.internal.ts";
import { pauseRun } from "#lib/evaluation/going-runs/pause-run.internal.ts";
import { whileRunGoes } from "#lib/evaluation/going-runs/while-going.internal.ts";
import { gainOf, unitOf } from "#lib/evaluation/results/gain-of.ts";
import { answersOf } from "#lib/evaluation/run-answers.internal.ts";
import { findRuns } from "#lib/evaluation/run-records.internal.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { getTrainingJob } from "#lib/training/requests/get-training-job.ts";
import { askForAlias } from "./ask-for-alias.internal.ts";
import { endLoopRun } from "./end-loop-run.internal.ts";
import { measureStep } from "./measure-step.internal.ts";
import { nextStep, type Standing } from "./next-step.ts";
import type { OpenLoopRun } from "./open-loop-run.internal.ts";
import { trainOnVersion } from "./train-on-version.internal.ts";

/** Jobs and evaluations are looked at again so soon. */
const LOOK_AGAIN_SECONDS = 1;

/** Sees where a run stands, and does the next thing. */
export async function takeStep(open: OpenLoopRun): Promise<void> {
  const { run, ctx } = open;
  const next = nextStep(await standingOf(open));
  switch (next.take) {
    case "build":
      return buildVersion(open);
    case "train":
      return trainOnVersion(open);
    case "measure":
      return measureStep(open, next.step);
    case "judge":
      return judge(open);
    case "ask":
      return askForAlias(open);
    case "wait":
      return pauseRun(ctx.db, "loop_run", run, {
        seconds: LOOK_AGAIN_SECONDS,
        waitingFor: next.waitingFor,
      });
    case "end":
      return endLoopRun(ctx.db, run, next.ending);
  }
}

async function standingOf({ run, ctx, measure, promote, gain }: OpenLoopRun): Promise<Standing> {
  const { version, isLearned, jobsOfDay, maxJobs, jobId, step, comparedStep, evaluationRunIds } = run;
  return {
    version: version === null ? null : { number: version, isLearned },
    jobsLeft: maxJobs - jobsOfDay,
    job: jobId === null ? null : await getTrainingJob(ctx, { trainingJobId: jobId }),
    step,
    comparedStep,
    evaluations:
      evaluationRunIds.length === 0
        ? []
        : await findRuns(ctx, sql`n.id = any(${[...evaluationRunIds]}::text[])`),
    gain,
    measure,
    promote,
  };
}

/** What the version is made of was read before; the version and its note in the run appear together. */
async function buildVersion({ run, ctx }: OpenLoopRun): Promise<void> {
  const { project } = ctx;
  const { store, limits } = await prepareBuild(ctx, {
    projectId: project.path,
    datasetId: run.datasetId,
    note: `By the loop ${run.loopName}`.slice(0, 500),
  });
  await ctx.db.transaction(async (db) => {
    await whileRunGoes(db, "loop_run", run, async () => {
      const now = await db.prisma.loopRun.findUniqueOrThrow({ where: { id: run.id } });
      if (now.versionId !== null) return;
      const { version } = await store(db);
      await db.prisma.loopRun.update({ where: { id: run.id }, data: { versionId: version.id } });
    });
  }, limits);
}

const NOT_MEASURED = { value: null, low: null, high: null, n: 0, method: "paired_bootstrap" as const };

/** Nothing but numbers that are there already, so it may be done twice. */
async function judge({ run, ctx, measure }: OpenLoopRun): Promise<void> {
  if (measure === null) return;
  const [candidate = "", incumbent = ""] = run.evaluationRunIds;
  const answers = (runId: string) => answersOf(ctx.db, { projectId: run.projectId, runId });
  const evaluation = await requireEvaluation(ctx, measure.evaluationId);
  const sides = { candidate: await answers(candidate), incumbent: await answers(incumbent) };
  const gain = {
    ...(gainOf(evaluation, measure.metric, sides) ?? NOT_MEASURED),
    unit: unitOf(evaluation, measure.metric, sides) ?? unitBefore(measure.metric),
  };
  await whileRunGoes(ctx.db, "loop_run", run, async (db) => {
    await db.query(sql`
      update loop_run set gain = ${JSON.stringify(z.encode(LoopGain, gain))}::json
      where project_id = ${run.projectId} and id = ${run.id}`);
  });
}
