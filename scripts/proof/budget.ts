/** How much of each trial is done. Another length of the same proof is another of these. */
export type Budget = {
  /** The same one draws the same requests and the same order of kills. */
  readonly seed: number;
  readonly generatedRequests: number;
  /** Times that each raw request is sent: some faults show only when all places are taken. */
  readonly rawRepeats: number;
  readonly wrongKeys: number;
  readonly silentSockets: number;
  readonly requestsBesideSilence: number;
  readonly kills: number;
};

/** Part of `npm test`: about a minute on two cores. */
export const QUICK: Budget = {
  seed: 20_261_123,
  generatedRequests: 3_000,
  rawRepeats: 8,
  wrongKeys: 60,
  silentSockets: 1_030,
  requestsBesideSilence: 20,
  kills: 20,
};
