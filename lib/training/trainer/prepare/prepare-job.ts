import { lossOf, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import { RlConfig, SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import type { Engine, PolicyFiles } from "#lib/engine/port/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import {
  type CheckpointRow,
  checkpointById,
  findCheckpoint,
  latestCheckpoint,
  policyOf,
} from "#lib/models/checkpoints/checkpoints.ts";
import { proposedStartOf } from "#lib/models/checkpoints/proposed-start-of.ts";
import { type ModelRow, toModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { env } from "#lib/platform/env.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { preferenceRows, SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import type { ClaimedJob, JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import type { Circumstances } from "#lib/training/made-with.ts";
import { planRl } from "#lib/training/plan/plan-rl.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { planPreference } from "#lib/training/preference/plan-preference.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import { circumstancesOf } from "./circumstances-of.ts";
import { methodOf } from "./method-of.ts";
import type { PreparedJob } from "./prepared-job.ts";
import { readDataFile, readGroups, readJobRows, readValidationRows } from "./read-training-data.ts";
import { type PolicyAt, ReferenceScorer } from "./reference-scorer.ts";
import { requireWhole } from "./require-whole.ts";

/** Reads a job's model, the checkpoint that it starts from and its data, and plans its steps. */
export async function prepareJob(
  db: Db,
  job: ClaimedJob,
  engine: Engine,
  signal: AbortSignal,
): Promise<PreparedJob> {
  const model = toModelRow(await db.prisma.model.findUniqueOrThrow({ where: { id: job.modelId } }));
  const { checkpoint, policy } = await startOf(db, model, job);
  const policyAt = async (step: number) => policyOf(model, await comparedWith(db, model, step));
  const place = { db, engine, model, policyAt, signal, ...trainingPace() };
  const start = { id: checkpoint.id, step: checkpoint.step, policy };
  const prepared = await prepareFrom(place, job, start);
  try {
    const carriedState = job.kind === "rl" ? await stateOf(db, checkpoint) : null;
    return { ...prepared, carriedState, circumstances: await newCircumstances(db, job, { engine, model }) };
  } catch (error) {
    await prepared.release();
    throw error;
  }
}

/** What is written down once, when the steps begin; they may be continued on another machine. */
async function newCircumstances(
  db: Db,
  job: ClaimedJob,
  { engine, model }: { engine: Engine; model: ModelRow },
): Promise<Circumstances | null> {
  if (job.madeWith !== null || job.totalSteps !== null) return null;
  const baseFolder = await baseModelFolder(model.baseModel);
  return circumstancesOf(engine, { baseFolder, dataFile: await readDataFile(db, job) });
}

/** How much is computed at once, on which the last bits of a sum depend. */
export type TrainingPace = { readonly tokenBudget: number; readonly threads: number };

export function trainingPace(): TrainingPace {
  return { tokenBudget: env().TRAIN_TOKEN_BUDGET, threads: env().TRAIN_THREADS };
}

type Place = TrainingPace & {
  readonly db: Db;
  readonly engine: Engine;
  readonly model: ModelRow;
  readonly policyAt: PolicyAt;
  readonly signal: AbortSignal;
};

/** Plans a job that starts from these weights. */
export async function prepareFrom(
  { db, engine, model, policyAt, signal, tokenBudget, threads }: Place,
  job: ClaimedJob,
  { id: startCheckpointId, step: startStep, policy }: { id: string; step: number; policy: PolicyFiles },
): Promise<PreparedJob> {
  const format = await openChatFormat(policy.modelFolder);
  const method = methodOf(model);
  const scorer = new ReferenceScorer({ engine, policyAt, options: { method, tokenBudget, threads } });
  const { tokenizer, stopTokenIds } = format;
  return {
    plan: await planOf(db, job, { format, startStep, scorer, signal }),
    startCheckpointId,
    policy,
    method,
    carriedState: null,
    decode: (tokenIds) => tokenizer.decode([...tokenIds]),
    stopTokenIds,
    release: () => scorer.close(),
  };
}

/** The checkpoint of a step that a job compares itself with, with verified files. */
async function comparedWith(db: Db, model: ModelRow, step: number): Promise<CheckpointRow> {
  const checkpoint = await findCheckpoint(db, model, step);
  if (!checkpoint || checkpoint.corruptAt !== null)
    throw new Rejected(
      `${model.name} has no usable checkpoint of step ${step} to compare with; name another`,
    );
  await requireWhole(db, model, checkpoint);
  return checkpoint;
}

type Start = { checkpoint: CheckpointRow; policy: PolicyFiles };

/**
 * The checkpoint to start from, with verified files. A damaged one is taken out of service and fails its job; one that is missing here may
 * be whole elsewhere.
 */
async function startOf(db: Db, model: ModelRow, job: ClaimedJob): Promise<Start> {
  const checkpoint = await checkpointFor(db, model, job);
  await requireWhole(db, model, checkpoint);
  return { checkpoint, policy: await policyOf(model, checkpoint) };
}

/** A job that is taken up again starts where it began, whatever is the newest by now. */
async function checkpointFor(
  db: Db,
  model: ModelRow,
  { projectId, startCheckpointId, startStep, startsClean }: ClaimedJob,
): Promise<CheckpointRow> {
  const begun = startCheckpointId === null ? null : await checkpointById(db, model, startCheckpointId);
  if (begun) return begun;
  const step = startsClean ? await fitStart(db, model, { projectId, startStep }) : startStep;
  if (step === null) {
    const newest = await latestCheckpoint(db, model);
    if (newest) return newest;
    throw new Rejected(`${model.name} has no checkpoint to start from; register the model again`);
  }
  const asked = await findCheckpoint(db, model, step);
  if (asked && asked.corruptAt === null) return asked;
  throw new Rejected(
    `${model.name} has no usable checkpoint of step ${step} any more, from which the job was to start; create a new job from another step`,
  );
}

/** As it stands now: jobs before this one may have made steps, and answers may have been retracted, since it was asked for. */
async function fitStart(
  db: Db,
  model: ModelRow,
  { projectId: id, startStep }: Pick<ClaimedJob, "projectId" | "startStep">,
): Promise<number | null> {
  const { entityName, name } = await db.prisma.project.findUniqueOrThrow({ where: { id } });
  return proposedStartOf({ db, project: { id, path: `${entityName}/${name}` } }, model.id, startStep);
}

/** The optimiser's state after a checkpoint, if a reinforcement job wrote it and left its state. */
async function stateOf(db: Db, { jobId }: CheckpointRow): Promise<JobSnapshot | null> {
  if (jobId === null) return null;
  const job = await db.prisma.trainingJob.findFirst({
    where: { id: jobId, kind: "rl" },
    select: { snapshot: true },
  });
  // The column holds only what `recordSnapshot` wrote.
  return (job?.snapshot ?? null) as JobSnapshot | null;
}

type Known = { format: ChatFormat; startStep: number; scorer: ReferenceScorer; signal: AbortSignal };

async function planOf(
  db: Db,
  job: ClaimedJob,
  { format, startStep, scorer, signal }: Known,
): Promise<TrainingPlan> {
  const { contextLength } = format;
  if (job.kind === "sft") {
    const settings = sftSettings(z.decode(SftConfig, job.config), { isDataset: job.datasetRef !== null });
    const reading = { shape: SUPERVISED_ROWS, signal };
    const rows = await readJobRows(db, job, reading);
    const validationRows = await readValidationRows(job, reading);
    return planSft({ rows, validationRows, settings, format, contextLength, signal });
  }
  const scoreCheckpoint = scorer.score.bind(scorer);
  if (job.kind === "preference") {
    const config = z.decode(PreferenceConfig, job.config);
    const reading = { shape: preferenceRows(lossOf(config)), signal };
    const rows = await readJobRows(db, job, reading);
    const validationRows = await readValidationRows(job, reading);
    const places = { startStep, scoreCheckpoint };
    return planPreference({ rows, validationRows, config, format, contextLength, ...places, signal });
  }
  const config = z.decode(RlConfig, job.config);
  const groups = await readGroups(job, signal);
  return planRl({ groups, config, format, contextLength, startStep, scoreCheckpoint, signal });
}
