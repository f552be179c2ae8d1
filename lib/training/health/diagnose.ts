import type { JobWarning } from "#lib/contract/training/job-health.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import { diagnosePreferences, type PreferenceSigns } from "./diagnose-preferences.ts";
import { figureOf, type Stretch } from "./stretch.ts";

/** What a job's numbers are judged by. */
export type Signs = {
  readonly kind: JobKind;
  readonly step: number;
  readonly totalSteps: number;
  readonly epochs: number;
  /** Words that the model chooses from. */
  readonly vocabSize: number;
  /** In the order of the steps, as are the others. */
  readonly loss: readonly Stretch[];
  readonly gradNorm: readonly Stretch[];
  /** The last measurements on held-out rows. */
  readonly validation: readonly { readonly step: number; readonly value: number }[];
  /** The lowest of all measurements on held-out rows, and how many came after it; null where there are none. */
  readonly bestValidation: { readonly step: number; readonly value: number; readonly later: number } | null;
  /** Whether the job ends with the weights of that step. */
  readonly keepsBest: boolean;
  readonly rows: number;
  readonly droppedRows: number;
  /** Of a reinforcement job alone: those that were sent, and those in which some answers are better than others. */
  readonly groups: { readonly sent: number; readonly trainable: number } | null;
  /** Of a preference job alone. */
  readonly preference: PreferenceSigns | null;
};

/** A loss of so much of what guessing gives is that of a model that guesses. */
const OF_CHANCE = 0.97;
/** So near to it are all batches of a model that guesses, also one whose weights are fresh and small. */
const AT_CHANCE = 0.08;
/** Below this there is nothing left to learn. */
const LEARNED_LOSS = 0.01;
const SPIKE = 1000;
/** From fewer stretches nobody knows what is usual. */
const ENOUGH_STRETCHES = 10;
const ENOUGH_STEPS = 5;
/** Fewer steps than these may lie in a warm-up, and a loss that does not move in them says nothing. */
const ENOUGH_TO_JUDGE = 10;
/** A loss that falls by less of itself may be chance between batches. */
const FALL = 0.02;
const RISES = 3;
const MANY_DROPPED = 0.2;
/** How much higher a loss must end than it began, before chance between batches cannot explain it. */
const RISE = { factor: 1.2, nats: 0.1 };
/** The same for a job of few steps, in which single batches weigh more. */
const SHORT_RISE = { factor: 1.3, nats: 0.3 };
const MANY_FLAT = 0.5;
/** A loss that is so many times, and so much, below that of held-out rows is one of rows known by heart. */
const BY_HEART = { factor: 4, nats: 0.1 };

/** What is wrong with a job, as far as its numbers show it; the worst first. */
export function diagnose(signs: Signs): JobWarning[] {
  const rules = [guessing, withoutGradient, withoutVariance, risingLoss, risingValidation, gradientSpike];
  const ofPreferences = signs.preference ? diagnosePreferences(signs.preference) : [];
  const last = [droppedRows, fewSteps].flatMap((rule) => rule(signs) ?? []);
  return [...rules.flatMap((rule) => rule(signs) ?? []), ...ofPreferences, ...last];
}

/** A loss at ln(vocabulary) in the second half of a supervised job. Its beginning may be there: weights may be fresh, and rates rise. */
function guessing(signs: Signs): JobWarning | null {
  const { step, totalSteps, vocabSize } = signs;
  const last = lossOfGuessing(signs);
  if (last === null || step < ENOUGH_TO_JUDGE || 2 * step < totalSteps || !isStuck(signs)) return null;
  return {
    code: "guessing",
    severity: "dead",
    step: null,
    text: `The loss is ${shown(last)} at the end. Guessing among the ${vocabSize} tokens of the model gives ${shown(Math.log(vocabSize))}, so it has learned nothing. Use a smaller learning rate, and start from an earlier checkpoint.`,
  };
}

/** The last loss of a supervised job, where it is no better than that of guessing; null elsewhere. */
function lossOfGuessing({ kind, vocabSize, loss }: Signs): number | null {
  const last = figureOf(loss)?.mean ?? null;
  return kind === "sft" && last !== null && last >= OF_CHANCE * Math.log(vocabSize) ? last : null;
}

/**
 * Whether a loss that is no better than guessing is that of a model that guesses. One that falls towards it learns. One that has been above it from its beginning, and differs
 * from batch to batch, is that of a model which the rows surprise: guessing costs every batch the same.
 */
function isStuck(signs: Signs): boolean {
  const { loss, vocabSize } = signs;
  if (hasFallen(signs)) return false;
  const chance = Math.log(vocabSize);
  const began = endsOf(loss)?.first ?? chance;
  const isAtChance = ({ mean }: Stretch) => Math.abs(mean - chance) <= AT_CHANCE * chance;
  return began < OF_CHANCE * chance || loss.slice(-Math.ceil(loss.length / 2)).every(isAtChance);
}

function hasFallen({ loss, validation }: Signs): boolean {
  return isFall(endsOf(loss)) || isFall(endsOfValidation(validation));
}

type Ends = { first: number; last: number };

function isFall(ends: Ends | null): ends is Ends {
  return ends !== null && ends.last < (1 - FALL) * ends.first;
}

/** Where a curve began and where it ended: its outer quarters, or thirds of a few stretches. */
function endsOf(curve: readonly Stretch[]): Ends | null {
  const part =
    curve.length < ENOUGH_STRETCHES ? Math.floor(curve.length / 3) || 1 : Math.ceil(curve.length / 4);
  const [first, last] = [meanOf(curve.slice(0, part)), meanOf(curve.slice(-part))];
  return curve.length < 2 || first === null || last === null ? null : { first, last };
}

function endsOfValidation(validation: Signs["validation"]): Ends | null {
  const [first, last] = [validation[0], validation.at(-1)];
  return first && last && first !== last ? { first: first.value, last: last.value } : null;
}

function withoutGradient(signs: Signs): JobWarning | null {
  const { kind, step, loss, gradNorm } = signs;
  const [norms, last] = [lastTenth(gradNorm), figureOf(loss)?.mean ?? null];
  if (kind === "rl" || step < ENOUGH_STEPS || norms.length === 0 || last === null) return null;
  if (Math.abs(last) <= LEARNED_LOSS || norms.some(({ max }) => max > 0)) return null;
  return {
    code: "no_gradient",
    severity: hasFallen(signs) ? "warning" : "dead",
    step: null,
    text: `The gradient is 0 although the loss is ${shown(last)}, so the weights do not change any more. Use a smaller learning rate, and start from an earlier checkpoint.`,
  };
}

/** Answers that are all equally good say nothing about which to prefer. */
function withoutVariance({ groups }: Signs): JobWarning | null {
  if (!groups || groups.sent === 0 || groups.trainable / groups.sent >= MANY_FLAT) return null;
  const isDead = groups.trainable === 0;
  const of = `Of ${groups.sent} ${groups.sent === 1 ? "group" : "groups"}`;
  const helps =
    "Raise the temperature, send more answers to each prompt, choose prompts that the model sometimes gets right, or reward with finer scores.";
  return {
    code: "no_variance",
    severity: isDead ? "dead" : "warning",
    step: null,
    text: isDead
      ? `${of}, none has an answer that is rewarded more than another, so there was nothing to learn. ${helps}`
      : `${of}, only ${groups.trainable} ${groups.trainable === 1 ? "has" : "have"} answers of different rewards; the others taught nothing. ${helps}`,
  };
}

/** The loss of reinforcement is no measure of how good a model is. */
function risingLoss({ kind, loss }: Signs): JobWarning | null {
  const ends = endsOf(loss);
  if (kind === "rl" || ends === null || ends.first < 0) return null;
  const { first, last } = ends;
  const isShort = loss.length < ENOUGH_STRETCHES;
  const { factor, nats } = isShort ? SHORT_RISE : RISE;
  if (last < factor * first || last < first + nats) return null;
  const [begin, end] = isShort ? ["at the beginning", "at the end"] : ["in the first quarter", "in the last"];
  return {
    code: "loss_rising",
    severity: "warning",
    step: null,
    text: `The loss rose from ${shown(first)} ${begin} to ${shown(last)} ${end}. Use a smaller learning rate, or let it rise over the first steps (warm-up).`,
  };
}

function risingValidation(signs: Signs): JobWarning | null {
  return knownByHeart(signs) ?? risesInARow(signs);
}

/** What is learned helps held-out rows no more since their best step, while the loss of those that are learned continues to fall. */
function knownByHeart({ kind, loss, validation, bestValidation: best, keepsBest }: Signs): JobWarning | null {
  const [figure, end] = [figureOf(loss), validation.at(-1)];
  if (kind === "rl" || figure === null || figure.mean < 0 || !end || !best) return null;
  const { mean: learned, steps } = figure;
  if (best.later < RISES || end.value <= best.value) return null;
  if (end.value < BY_HEART.factor * learned || end.value < learned + BY_HEART.nats) return null;
  const advice = keepsBest
    ? `The checkpoint is that of step ${best.step}.`
    : `Repeat the job and keep “The step with the lowest validation loss” (under “Validation and checkpoints”), or use fewer epochs or more rows.`;
  return {
    code: "validation_rising",
    severity: keepsBest ? "note" : "warning",
    step: best.step,
    text: `The loss is ${shown(learned)} on the rows that are learned (${steps === 1 ? "the last step" : `mean of the last ${steps} steps`}) and ${shown(end.value)} on those held out, whose best was ${shown(best.value)} at step ${best.step}: since then the model memorizes its rows. ${advice}`,
  };
}

function risesInARow({ validation, keepsBest }: Signs): JobWarning | null {
  const last = validation.slice(-(RISES + 1));
  const [first, end] = [last[0], last.at(-1)];
  const isRising = last.every(({ value }, at) => at === 0 || value > (last[at - 1]?.value ?? value));
  if (!first || !end || last.length <= RISES || !isRising) return null;
  return {
    code: "validation_rising",
    severity: keepsBest ? "note" : "warning",
    step: first.step,
    text: `The validation loss rose ${RISES} times in a row, from ${shown(first.value)} at step ${first.step} to ${shown(end.value)} at step ${end.step}: the model memorizes its rows. ${keepsBest ? "The job keeps its best step." : "Stop earlier, use fewer epochs, or keep the best step."}`,
  };
}

/** Beside the gradients before it: those after it are small where the rows are known by then. */
function gradientSpike({ gradNorm }: Signs): JobWarning | null {
  const highest = worstSpike(gradNorm);
  if (!highest) return null;
  const { spike, times } = highest;
  return {
    code: "gradient_spike",
    severity: "warning",
    step: spike.lastStep,
    text: `The gradient was ${shown(spike.max)} at step ${spike.lastStep}, ${Math.round(times)} times the median before it. Look at the rows of that step, and use a smaller learning rate if the loss jumped.`,
  };
}

function worstSpike(gradNorm: readonly Stretch[]): { spike: Stretch; times: number } | null {
  let worst: { spike: Stretch; times: number } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, spike] of gradNorm.entries()) {
    // No median is below the least of them, so that few are computed.
    if (at >= ENOUGH_STRETCHES && spike.max > SPIKE * least) {
      const times = spike.max / median(gradNorm.slice(0, at).map(({ mean }) => mean));
      if (Number.isFinite(times) && times > SPIKE && times > (worst?.times ?? 0)) worst = { spike, times };
    }
    least = Math.min(least, spike.mean);
  }
  return worst;
}

function droppedRows({ rows, droppedRows: dropped }: Signs): JobWarning | null {
  if (rows === 0 || dropped / rows <= MANY_DROPPED) return null;
  return {
    code: "rows_dropped",
    severity: "warning",
    step: null,
    text: `${dropped} of ${rows} rows were left out, because they are longer than the model's context or have nothing to learn. What was learned may not fit the rest of the data.`,
  };
}

/** Said once the job has done all of them: to a job that runs, its further steps answer. */
function fewSteps(signs: Signs): JobWarning | null {
  const { kind, step, totalSteps } = signs;
  if (kind === "rl" || step < totalSteps || totalSteps === 0) return null;
  const guessed = lossOfGuessing(signs);
  if (guessed !== null && (!isStuck(signs) || step < ENOUGH_TO_JUDGE)) return notYet(signs, guessed);
  if (totalSteps >= ENOUGH_STEPS) return null;
  return {
    code: "few_steps",
    severity: "note",
    step: null,
    text: `${stepsWords(signs)} ${totalSteps === 1 ? "is" : "are"} too few for the curves to show whether the job learned anything: measure the checkpoint. More epochs, smaller batches or more rows give more steps.`,
  };
}

/** Of a job whose loss is not below that of guessing yet. */
function notYet(signs: Signs, guessed: number): JobWarning {
  const { vocabSize, loss, validation } = signs;
  const chance = `Guessing among the ${vocabSize} tokens of the model gives ${shown(Math.log(vocabSize))}, so`;
  const fell = fallsWords(endsOf(loss), endsOfValidation(validation));
  const text =
    fell === null
      ? `The loss is ${shown(guessed)} after ${stepsWords(signs)}. ${chance} these are too few steps to say whether the job learns.`
      : `${fell}, in ${stepsWords(signs)}. ${chance} these are too few steps to say what it can learn.`;
  return { code: "few_steps", severity: "warning", step: null, text: `${text} Use more epochs.` };
}

function fallsWords(loss: Ends | null, validation: Ends | null): string | null {
  if (!isFall(loss))
    return isFall(validation) ? `The loss of held-out rows fell ${fromTo(validation)}` : null;
  return `The loss fell ${fromTo(loss)}${isFall(validation) ? `, and that of held-out rows ${fromTo(validation)}` : ""}`;
}

function fromTo({ first, last }: Ends): string {
  return `from ${shown(first)} to ${shown(last)}`;
}

function stepsWords({ totalSteps, epochs }: Signs): string {
  return `${totalSteps} ${totalSteps === 1 ? "step" : "steps"} of ${epochs === 1 ? "one epoch" : `${epochs} epochs`}`;
}

function lastTenth(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches.slice(-Math.ceil(stretches.length / 10));
}

function meanOf(stretches: readonly Stretch[]): number | null {
  if (stretches.length === 0) return null;
  return stretches.reduce((sum, { mean }) => sum + mean, 0) / stretches.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
