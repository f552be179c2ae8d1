import type { PROMOTION_STATES } from "#lib/contract/evaluation/promotions.ts";

type Asked = { step: number; alias: string };
type PromotionState = (typeof PROMOTION_STATES)[number];

const NOW: { [S in PromotionState]: (asked: Asked) => string } = {
  waiting: ({ step, alias }) => `Step ${step} waits for an admin to become ${alias}.`,
  approved: ({ step, alias }) => `An admin approved that step ${step} becomes ${alias}.`,
  refused: ({ step, alias }) => `An admin refused that step ${step} becomes ${alias}.`,
  withdrawn: ({ step, alias }) => `The request that step ${step} becomes ${alias} was withdrawn.`,
};

/** What a run asked for, as it ends. */
export function waitsWords(asked: Asked): string {
  return NOW.waiting(asked);
}

/** What came of a run, with what has become since of what it asked for. */
export function outcomeNow(outcome: string, asked: Asked & { state: PromotionState }): string {
  const waits = NOW.waiting(asked);
  return outcome.startsWith(waits) ? NOW[asked.state](asked) + outcome.slice(waits.length) : outcome;
}
