import { isYesNoGrader } from "#components/graders/parts/yes-no-grader.ts";
import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import type { RewardPart } from "#lib/contract/reinforcement/rl-runs.ts";

type Rewarding = { label: string; weight: number; grader: Pick<RewardPart["grader"], "type"> };

/**
 * Why graders leave people little or nothing to decide where they are asked only about what graders are unsure of; null where that says nothing. A score of 0 or 1 is as far from one half as
 * can be, so that only two such graders that differ are unsure.
 */
export function neverUnsure(graders: readonly Rewarding[], park: RlHuman["park"]): string | null {
  const rewarding = graders.filter(({ weight }) => weight > 0);
  const [first] = rewarding;
  if (park !== "uncertain" || !first || !rewarding.every(({ grader }) => isYesNoGrader(grader))) return null;
  if (rewarding.length > 1)
    return "These graders score only 0 or 1, so people are asked only where two of them differ.";
  return `“${first.label}” scores only 0 or 1, so it is never unsure, and nobody will be asked. Choose “All of them”.`;
}
