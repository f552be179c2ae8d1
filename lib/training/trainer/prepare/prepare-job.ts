import { RlConfig, SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import type { Engine, PolicyFiles, TrainingMethod } from "#lib/engine/port/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { type CheckpointRow, latestCheckpoint, policyOf } from "#lib/models/checkpoints/checkpoints.ts";
import { type ModelRow, toModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { ClaimedJob, JobSnapshot } from "#lib/training/jobs/claim-job.ts";
import { planRl } from "#lib/training/plan/plan-rl.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import type { PreparedJob } from "./prepared-job.ts";
import { readGroups, readRows } from "./read-training-data.ts";
import { ReferenceScorer } from "./reference-scorer.ts";
import { requireWhole } from "./require-whole.ts";

/** Reads a job's model, its newest checkpoint and its data, and plans its steps. */
export async function prepareJob(
  db: Db,
  job: ClaimedJob,
  engine: Engine,
  signal: AbortSignal,
): Promise<PreparedJob> {
  const model = toModelRow(await db.prisma.model.findUniqueOrThrow({ where: { id: job.modelId } }));
  const start = await startOf(db, model);
  const format = await openChatFormat(start.policy.modelFolder);
  const method = methodOf(model);
  const scorer = new ReferenceScorer({ db, engine, model, method });
  const { tokenizer, stopTokenIds } = format;
  return {
    plan: await planOf(db, job, { format, startStep: start.checkpoint.step, scorer, signal }),
    policy: start.policy,
    method,
    carriedState: job.kind === "rl" ? await stateOf(db, start.checkpoint) : null,
    decode: (tokenIds) => tokenizer.decode([...tokenIds]),
    stopTokenIds,
    release: () => scorer.close(),
  };
}

type Start = { checkpoint: CheckpointRow; policy: PolicyFiles };

/**
 * The newest checkpoint, whose files are what was written. A damaged one is taken out of service, and its job told; one that is missing here
 * may be whole elsewhere.
 */
async function startOf(db: Db, model: ModelRow): Promise<Start> {
  const checkpoint = await latestCheckpoint(db, model);
  if (!checkpoint)
    throw new Rejected(`${model.name} has no checkpoint to start from; register the model again`);
  await requireWhole(db, model, checkpoint);
  return { checkpoint, policy: await policyOf(model, checkpoint) };
}

function methodOf({ training }: ModelRow): TrainingMethod {
  if (training.mode === "full") return { mode: "full" };
  return { mode: "lora", rank: training.rank, alpha: training.alpha, targets: PROJECTIONS };
}

/** State of the optimiser behind a checkpoint, where its job was of reinforcement learning and left one. */
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
    const config = z.decode(SftConfig, job.config);
    return planSft({ rows: await readRows(db, job, signal), config, format, contextLength, signal });
  }
  const config = z.decode(RlConfig, job.config);
  const groups = await readGroups(job, signal);
  const scoreCheckpoint = scorer.score.bind(scorer);
  return planRl({ groups, config, format, contextLength, startStep, scoreCheckpoint, signal });
}
