import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import { PROBE_SECONDS } from "#lib/contract/training/rate-probes.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import { usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import * as z from "#lib/contract/zod.ts";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { planPreference } from "#lib/training/preference/plan-preference.ts";
import { readPreferenceRow } from "#lib/training/preference/preference-row.ts";
import { computeProbe } from "#lib/training/probe/compute-probe.ts";
import { PROBE_STEPS } from "#lib/training/probe/probe-rates.ts";
import { verdictOf } from "#lib/training/probe/verdict.ts";
import type { TrainingPlan } from "#lib/training/training-plan.ts";
import { readSftRow } from "#lib/training/trajectories/render-row.ts";
import type { BenchedJob } from "./probed-jobs.ts";

export type RateFigures = {
  readonly outcome: string;
  readonly steps: number;
  readonly usual: { readonly rate: number; readonly loss: number };
  readonly proposed: { readonly rate: number; readonly loss: number };
  readonly risesAt: number | null;
};

const MODEL = path.resolve("lib/models/base-models/spindle-mini");
const PARAMETERS = 2_226_560;
const METHOD = { mode: "lora", rank: 16, alpha: 32, targets: PROJECTIONS } as const;
const PACE = { tokenBudget: 1024, threads: os.availableParallelism() };
const NEVER = new AbortController().signal;

/** Probes the rates of a job as the service does, trains it whole with the usual and with the proposed one, and measures both on held-out rows. */
export async function measureRates(
  job: BenchedJob,
  { seed, start }: { seed: number; start: BenchedJob | null },
): Promise<RateFigures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "spindle-bench-rates-"));
  try {
    const usual = usualLearningRate(job.kind, { mode: "lora", parameters: PARAMETERS });
    const adapterFolder = start === null ? null : path.join(folder, "adapter");
    if (start !== null)
      await train(start, {
        seed,
        rate: usual,
        policy: { modelFolder: MODEL, adapterFolder: null },
        into: adapterFolder,
      });
    const policy = { modelFolder: MODEL, adapterFolder };
    const { outcome, learningRate, steps, risesAt } = await probe(job, { seed, usual, policy });
    const lossAt = (rate: number) => train(job, { seed, rate, policy, into: null });
    const usualLoss = await lossAt(usual);
    const proposedLoss = learningRate === usual ? usualLoss : await lossAt(learningRate);
    return {
      outcome,
      steps,
      risesAt,
      usual: { rate: usual, loss: usualLoss },
      proposed: { rate: learningRate, loss: proposedLoss },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function probe(
  job: BenchedJob,
  { seed, usual, policy }: { seed: number; usual: number; policy: PolicyFiles },
) {
  const request = {
    job:
      job.kind === "sft"
        ? ({ kind: "sft", isDataset: true } as const)
        : ({ kind: "preference", startStep: 0, reference: null } as const),
    config: { batch_size: job.batchSize, seed },
    start: { policy, verified: null },
    method: METHOD,
    usualRate: usual,
    lines: job.rows.map((row, at) => ({ text: JSON.stringify(row), number: at + 1 })),
    budgetMs: PROBE_SECONDS * 1000,
    ...PACE,
    ...PROBE_STEPS,
  };
  const curve = await computeProbe(embeddedEngine, request, {
    send: () => undefined,
    signal: NEVER,
    now: ownTime,
  });
  return verdictOf(curve, { usualRate: usual, namedRate: null, rows: job.rows.length });
}

/** Time of the processors, as if nothing else ran there: on a busy machine, a probe would be of fewer steps. */
function ownTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 / PACE.threads;
}

type Training = { seed: number; rate: number; policy: PolicyFiles; into: string | null };

/** The loss on held-out rows after the last step. */
async function train(job: BenchedJob, { seed, rate, policy, into }: Training): Promise<number> {
  const trainer = await embeddedEngine.openTrainer(policy, { method: METHOD, ...PACE });
  try {
    const plan = await planOf(job, { seed, rate });
    await plan.prepare(trainer);
    let loss = Number.NaN;
    for (let step = 1; step <= plan.totalSteps; step++)
      loss = (await plan.step(trainer, step)).validation_loss ?? loss;
    if (into !== null) await trainer.exportPolicy(into);
    return loss;
  } finally {
    await trainer.close();
  }
}

async function planOf(
  { kind, batchSize, epochs, rows, heldOut }: BenchedJob,
  { seed, rate }: { seed: number; rate: number },
): Promise<TrainingPlan> {
  const format = await openChatFormat(MODEL);
  const { contextLength } = format;
  // Measured once, after the last step.
  const course = {
    batch_size: batchSize,
    n_epochs: epochs,
    learning_rate: rate,
    seed,
    validation_every: 1_000_000,
  };
  if (kind === "sft") {
    const read = (some: readonly object[]) => some.map((row, at) => readSftRow(row, at + 1));
    const settings = sftSettings(z.decode(SftConfig, course), { isDataset: true });
    return planSft({ rows: read(rows), validationRows: read(heldOut), settings, format, contextLength });
  }
  const read = (some: readonly object[]) => some.map((row, at) => readPreferenceRow(row, at + 1));
  const scoreCheckpoint = () => Promise.reject(new Error("The reference is the start"));
  const config = z.decode(PreferenceConfig, course);
  return planPreference({
    rows: read(rows),
    validationRows: read(heldOut),
    config,
    format,
    contextLength,
    startStep: 0,
    scoreCheckpoint,
  });
}
