import { type PreferenceLoss, REFERENCED_LOSSES } from "#lib/contract/training/preference-config.ts";
import { MAX_VALIDATION_ROWS } from "#lib/training/plan/held-out-loss.internal.ts";

/** What a job computes, as far as its time depends on it. */
export type Work = {
  /** Of a preference job; null is a supervised one. */
  loss: PreferenceLoss | null;
  /** Learned from, in all epochs. */
  tokens: number;
  /** Of one epoch, each read by the reference before the first step where the loss asks one. */
  dataTokens: number;
  heldOutTokens: number;
  /** How often held-out rows are measured. */
  measurements: number;
};

/** The work of a job of these settings on data that were looked at. */
export function workOf(
  { rows, tokens, steps }: { rows: number; tokens: number; steps: number },
  {
    loss,
    epochs,
    validationEvery,
    heldOutRows,
  }: {
    loss: PreferenceLoss | null;
    epochs: number;
    validationEvery: number | null;
    heldOutRows: number;
  },
): Work & { steps: number } {
  return {
    ...{ loss, steps, tokens: tokens * epochs, dataTokens: tokens },
    heldOutTokens: heldOutTokensOf(heldOutRows, { rows, tokens }),
    measurements: heldOutRows === 0 ? 0 : measurementsOf(steps, validationEvery),
  };
}

/** Only to read a token, of what it costs to learn from it. */
const READING = 1 / 3;

/** The work of a job's steps, in tokens that a supervised job learns from. */
export function stepUnits({ loss, tokens, heldOutTokens, measurements }: Omit<Work, "dataTokens">): number {
  // Coefficients that depend on log-probabilities need a look at each token before it is learned from.
  const ofToken = loss === null ? 1 : 1 + READING * readingsOf(loss);
  return tokens * ofToken + measurements * heldOutTokens * READING * readingsOf(loss);
}

/** The work before the first step: what the reference says of all replies. */
export function firstUnits({
  loss,
  dataTokens,
  heldOutTokens,
}: Omit<Work, "tokens" | "measurements">): number {
  if (loss === null || !REFERENCED_LOSSES.includes(loss)) return 0;
  return (dataTokens + heldOutTokens) * READING * readingsOf(loss);
}

/** KTO also reads each reply after another prompt. */
function readingsOf(loss: PreferenceLoss | null): number {
  return loss === "kto" ? 2 : 1;
}

/** How often a job of so many steps measures its held-out rows. */
export function measurementsOf(steps: number, every: number | null): number {
  return every === 0 || steps === 0 ? 0 : Math.ceil(steps / (every ?? Math.ceil(steps / 10)));
}

/** Tokens of the rows that are measured, by the mean of the rows that are learned. */
export function heldOutTokensOf(
  heldOutRows: number,
  { rows, tokens }: { rows: number; tokens: number },
): number {
  return rows === 0 ? 0 : (Math.min(heldOutRows, MAX_VALIDATION_ROWS) * tokens) / rows;
}
