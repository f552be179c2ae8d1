import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Engine, PolicyFiles, Trainer } from "#lib/engine/port/port.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { hashFolder } from "#lib/training/trainer/prepare/hash-folder.ts";
import { prepareFrom, trainingPace } from "#lib/training/trainer/prepare/prepare-job.ts";
import type { PreparedJob } from "#lib/training/trainer/prepare/prepared-job.ts";
import type { PolicyAt } from "#lib/training/trainer/prepare/reference-scorer.ts";
import type { Stage } from "./line-of.ts";
import { recordedLosses } from "./recorded-job.ts";

export type RemadeStep = {
  readonly number: number;
  readonly of: number;
  readonly loss: number | null;
  /** What the job itself wrote down; null where it did not. */
  readonly recorded: number | null;
};

export type Workplace = {
  readonly db: Db;
  readonly engine: Engine;
  readonly model: ModelRow;
  /** Where the weights of a step lie that a job compares itself with. */
  readonly policyAt: PolicyAt;
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: RemadeStep) => void;
};

/** What a stage continues from: weights, and the state of the optimiser after the stage before it. */
export type Beginning = { readonly policy: PolicyFiles; readonly state: string | null };

export type Trained =
  | { readonly kind: "same"; readonly folder: string; readonly state: string | null }
  /** The weights differ; `step` is the first one whose loss does, if any. */
  | { readonly kind: "other"; readonly step: number | null };

/** Trains a job again up to the step that its line continues with, by the plan and the engine of the product, and writes it down nowhere. */
export async function trainStage(place: Workplace, stage: Stage, begin: Beginning): Promise<Trained> {
  const { db, engine, model, policyAt, signal } = place;
  const { job, start } = stage;
  const { tokenBudget, threads } = job.madeWith ?? trainingPace();
  const from = { id: start.id, step: start.step, policy: begin.policy };
  const preparing = { db, engine, model, policyAt, signal, tokenBudget, threads };
  const prepared = await prepareFrom(preparing, job, from);
  let trainer: Trainer | null = null;
  try {
    trainer = await engine.openTrainer(begin.policy, { method: prepared.method, tokenBudget, threads });
    await beginWeights(trainer, { stage, begin, prepared });
    const differs = await trainSteps(place, stage, { trainer, prepared });
    return differs === null ? await written(place, stage, trainer) : { kind: "other", step: differs };
  } finally {
    await trainer?.close();
    await prepared.release();
  }
}

type Opened = { stage: Stage; begin: Beginning; prepared: PreparedJob };

async function beginWeights(trainer: Trainer, { stage: { job }, begin, prepared }: Opened): Promise<void> {
  const { plan } = prepared;
  if (job.totalSteps !== null && plan.totalSteps !== job.totalSteps)
    throw new Rejected(
      `Job ${job.hold.jobId} had ${job.totalSteps} steps and would have ${plan.totalSteps} now: its training data changed`,
    );
  // Where nobody wrote it down, the optimiser continued wherever there was a state to continue from.
  const continues = job.madeWith?.continuesOptimizer ?? (job.kind === "rl" && begin.state !== null);
  if (continues && begin.state === null)
    throw new Rejected(
      `Job ${job.hold.jobId} continued an optimizer whose state is not there; begin earlier`,
    );
  if (continues && begin.state !== null) await trainer.restore(begin.state);
  else trainer.resetOptimizer();
  await plan.prepare(trainer);
}

/** The first step whose loss is not the recorded one, after which nothing can be the same; null where there is none. */
async function trainSteps(
  { db, signal, onStep }: Workplace,
  { job, jobStep }: Stage,
  { trainer, prepared }: { trainer: Trainer; prepared: PreparedJob },
): Promise<number | null> {
  const losses = await recordedLosses(db, job.hold.jobId);
  for (let number = 1; number <= jobStep; number++) {
    signal.throwIfAborted();
    const metrics = await prepared.plan.step(trainer, number);
    const [loss, recorded] = [metrics.loss ?? null, losses[number - 1] ?? null];
    onStep({ number, of: jobStep, loss, recorded });
    if (recorded !== null && !Object.is(recorded, loss)) return number;
  }
  return null;
}

async function written({ scratch }: Workplace, { job, made }: Stage, trainer: Trainer): Promise<Trained> {
  const folder = path.join(scratch, made.id);
  await trainer.exportPolicy(folder);
  if (!isDeepStrictEqual(await hashFolder(folder), made.files)) return { kind: "other", step: null };
  if (job.kind !== "rl") return { kind: "same", folder, state: null };
  const states = path.join(scratch, "states");
  await mkdir(states, { recursive: true });
  const state = path.join(states, made.id);
  await trainer.snapshot(state);
  return { kind: "same", folder, state };
}
