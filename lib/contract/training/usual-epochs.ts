/** Rows per step where a form says nothing else. */
export const USUAL_BATCH_SIZE = 4;

/** Rows per step of a preference job, likewise. */
export const USUAL_PREFERENCE_BATCH_SIZE = 8;

/** In fewer steps a model does not get far below the loss of guessing. */
const ENOUGH_STEPS = 100;
/** So often each row is worth reading: later passes still lower the loss of rows that are held out. */
const ENOUGH_PASSES = 4;
/** Beyond these, further passes cost more time than they give. */
const MANY_STEPS = 300;
/** After so many passes, few rows are known by heart. */
const MAX_PASSES = 20;

/** How often a supervised job should read so many rows: often where they are few, once where they are many. */
export function usualEpochs(rows: number, batchSize: number): number {
  const perEpoch = Math.max(1, Math.ceil(rows / batchSize));
  const passes = Math.min(ENOUGH_PASSES, Math.round(MANY_STEPS / perEpoch));
  const enough = Math.max(Math.ceil(ENOUGH_STEPS / perEpoch), passes);
  return Math.max(1, Math.min(MAX_PASSES, enough));
}

/** In so many steps preferences move a model: from then on held-out pairs gain little. */
const ENOUGH_PREFERENCE_STEPS = 40;
export const USUAL_PREFERENCE_EPOCHS = 2;
/** Pairs are known by heart sooner than examples are. */
const MAX_PREFERENCE_PASSES = 10;

/** How often a preference job should read so many rows. */
export function usualPreferenceEpochs(rows: number, batchSize: number): number {
  const perEpoch = Math.max(1, Math.ceil(rows / batchSize));
  const passes = Math.min(USUAL_PREFERENCE_EPOCHS, Math.round(MANY_STEPS / perEpoch));
  const enough = Math.max(Math.ceil(ENOUGH_PREFERENCE_STEPS / perEpoch), passes);
  return Math.max(1, Math.min(MAX_PREFERENCE_PASSES, enough));
}
