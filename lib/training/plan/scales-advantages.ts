import type { RlConfig } from "#lib/contract/training/training-config.ts";

/** Whether the advantages of a group are divided by their deviation. */
export function scalesAdvantages({ normalizeAdvantages, scaleRewards }: RlConfig): boolean {
  return normalizeAdvantages ?? scaleRewards ?? true;
}
