import { numberOf, passedOf, type RunAnswer } from "#lib/evaluation/run-answers.internal.ts";

export type Change = "fixed" | "broken" | "same";

/**
 * What became of the baseline's answer: by passing and failing where both do either, else by the number. Null where one of them could not be
 * measured.
 */
export function changeOf(
  candidate: RunAnswer,
  baseline: RunAnswer,
  { name, better }: { name: string; better: "higher" | "lower" },
): Change | null {
  const [now, before] = [passedOf(candidate, name), passedOf(baseline, name)];
  if (now !== null && before !== null) return now === before ? "same" : now ? "fixed" : "broken";
  const [value, earlier] = [numberOf(candidate, name), numberOf(baseline, name)];
  if (value === null || earlier === null) return null;
  if (value === earlier) return "same";
  return value > earlier === (better === "higher") ? "fixed" : "broken";
}
