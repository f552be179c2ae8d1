import { createTrainer, type OpenTrainer } from "#lib/engine/embedded/train/create-trainer.ts";
import { initialParameters } from "#lib/engine/embedded/train/initial-parameters.ts";
import type { Encode } from "../encode.ts";
import { SHAPE } from "../model/shape.ts";
import { heldOutLoss } from "./held-out-loss.ts";
import { learningRateAt, RECIPE } from "./recipe.ts";
import { resumeRun, saveRun } from "./run-folder.ts";
import { stepData } from "./step-data.ts";

export type TrainOptions = {
  /** Snapshots of an unfinished run lie here, and it goes on from the last of them. */
  readonly runFolder: string;
  readonly encode: Encode;
  readonly threads: number;
  readonly steps: number;
  /** Takes a line about how far it is. */
  readonly log: (line: string) => void;
};

const TELL_EVERY = 20;
const JUDGE_EVERY = 200;
const SAVE_EVERY_MS = 120_000;

/** Trains from nothing, or from where the last run was interrupted, up to `steps`. The caller closes the trainer. */
export async function train({ runFolder, encode, threads, steps, log }: TrainOptions): Promise<OpenTrainer> {
  const trainer = await createTrainer({
    config: SHAPE,
    parameters: initialParameters(SHAPE, RECIPE.initialSeed),
    adapter: null,
    method: { mode: "full" },
    threads,
  });
  if (await resumeRun(trainer, runFolder)) log(`resumes after step ${trainer.updates}`);
  let done: StepFacts[] = [];
  let toldAt = performance.now();
  let savedAt = performance.now();
  for (let step = trainer.updates + 1; step <= steps; step++) {
    done.push(await trainStep(trainer, step, encode));
    if (step % TELL_EVERY === 0) {
      log(
        `step ${step} ${describeSteps(done, performance.now() - toldAt)} rate ${learningRateAt(step).toFixed(6)}`,
      );
      done = [];
      toldAt = performance.now();
    }
    if (step % JUDGE_EVERY === 0)
      log(`step ${step} held-out loss ${(await heldOutLoss(trainer, encode)).toFixed(4)}`);
    if (performance.now() - savedAt < SAVE_EVERY_MS && step < steps) continue;
    await saveRun(trainer, runFolder);
    savedAt = performance.now();
  }
  return trainer;
}

type StepFacts = { readonly loss: number; readonly tokens: number };

async function trainStep(trainer: OpenTrainer, step: number, encode: Encode): Promise<StepFacts> {
  const { sequences, coefficients } = stepData(step, encode);
  const scores = await trainer.gradients(sequences, { kind: "fixed", coefficients });
  const { beta1, beta2, epsilon, weightDecay, maxGradNorm } = RECIPE;
  const learningRate = learningRateAt(step);
  await trainer.optimizerStep({ learningRate, beta1, beta2, epsilon, weightDecay, maxGradNorm });
  let loss = 0;
  for (const [i, { logprobs }] of scores.entries())
    for (const [t, weight] of coefficients[i]?.entries() ?? []) loss -= weight * (logprobs[t] ?? 0);
  if (!Number.isFinite(loss))
    throw new Error(`The loss of step ${step} is ${loss}; lower the learning rate of the recipe.`);
  return { loss, tokens: sequences.reduce((sum, { tokenIds }) => sum + tokenIds.length, 0) };
}

function describeSteps(steps: readonly StepFacts[], durationMs: number): string {
  const loss = steps.reduce((sum, step) => sum + step.loss, 0) / steps.length;
  const tokens = steps.reduce((sum, step) => sum + step.tokens, 0);
  return `loss ${loss.toFixed(4)} ${Math.round((tokens / durationMs) * 1000)} tokens/s`;
}
