/** The loss after steps whose rates rose up to this one, as if all batches were alike. */
export type RatePoint = { readonly rate: number; readonly loss: number };

export type RateCurve = {
  /** `ruined` ended where the model was lost; of a `slow` one, there was time for too few steps. */
  readonly end: "whole" | "ruined" | "slow";
  /** Mean loss of the batches before the first step. */
  readonly startLoss: number;
  /** How many were planned, or there would have been time for. */
  readonly steps: number;
  /** By rising rates. */
  readonly points: readonly RatePoint[];
};

/** Of the mean loss; where a batch lost less, what is left of it says nothing. */
const LEAST_SHARE = 0.05;

/**
 * What a batch loses now, as if it had lost at the start what batches lose on average: batches differ by more than steps do, and so only
 * what is left of each counts.
 */
export function comparable(
  loss: number,
  { before, startLoss }: { before: number; startLoss: number },
): number {
  return before > LEAST_SHARE * startLoss ? (startLoss * loss) / before : startLoss + loss - before;
}

/** So many points in a row, so that one odd batch does not end a probe. */
const RUINED_POINTS = 3;
/** In nats, where the loss of the start is less. */
const LEAST_RUIN = 1;

/** Whether nothing can be learned beyond these points: the loss has doubled, and stays there. */
export function isRuined(points: readonly RatePoint[], startLoss: number): boolean {
  const last = points.slice(-RUINED_POINTS);
  return (
    last.length === RUINED_POINTS &&
    last.every(({ loss }) => loss > startLoss + Math.max(LEAST_RUIN, startLoss))
  );
}
