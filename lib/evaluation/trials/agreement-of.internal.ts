import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { Agreement } from "#lib/contract/evaluation/grader-trials.ts";
import { passes } from "#lib/evaluation/graders/passes.ts";
import { scoreOfUnits, shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";

type Scored = {
  readonly unit: string;
  readonly score: number;
  readonly human: number | null;
  /** Whether people agree on an answer that is worth no score. */
  readonly isUnread: boolean;
};

/** How far a grader and people agree on the calls that both judged. */
export function agreementOf(grader: Grader, scored: readonly Scored[]): Agreement {
  const both = scored.flatMap(({ human, ...one }) => (human === null ? [] : [{ ...one, human }]));
  const isYesOrNo = both.every(({ human }) => human === 0 || human === 1);
  const yesOrNo = isYesOrNo ? both : [];
  return {
    n: both.length,
    unread: scored.filter(({ isUnread }) => isUnread).length,
    alike: shareOfUnits(
      yesOrNo.map(({ unit, score, human }) => ({
        unit,
        value: Number(saysYes(grader, score) === (human === 1)),
      })),
    ),
    distance: scoreOfUnits(both.map(({ unit, score, human }) => ({ unit, value: Math.abs(score - human) }))),
    baseRate: shareOfUnits(yesOrNo.map(({ unit, human }) => ({ unit, value: human }))),
  };
}

/** By the grader's threshold; half of the way from no to yes where it has none. */
function saysYes(grader: Grader, score: number): boolean {
  return passes(grader, score) ?? score >= 0.5;
}
