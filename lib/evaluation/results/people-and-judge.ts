import type { PeopleAndJudge } from "#lib/contract/evaluation/evaluation-runs.ts";
import { meanEstimate } from "#lib/evaluation/statistics/mean-estimate.ts";
import { predictionPowered } from "#lib/evaluation/statistics/prediction-powered.ts";
import { shareOfUnits } from "#lib/evaluation/statistics/share-estimate.ts";

/** What a judge says of an answer, and what people say of it where they do. */
export type JudgedAnswer = {
  readonly unit: string;
  readonly judge: number;
  readonly people: number | null;
};

/** Half of the way from no to yes. */
const YES_FROM = 0.5;

/**
 * People's mean over a run, made narrower by the judge. The cases are units, since answers of one conversation are not independent: of a unit
 * of which people answered something, only those answers count.
 */
export function peopleAndJudge(answers: readonly JudgedAnswer[]): PeopleAndJudge {
  const answered = answers.flatMap((one) => (one.people === null ? [] : { ...one, people: one.people }));
  const units = [...Map.groupBy(answered, ({ unit }) => unit).values()];
  const both = units.map((all) => ({
    people: mean(all.map(({ people }) => people)),
    judge: mean(all.map(({ judge }) => judge)),
  }));
  const known = new Set(answered.map(({ unit }) => unit));
  const others = answers.filter(({ unit }) => !known.has(unit));
  const alone = [...Map.groupBy(others, ({ unit }) => unit).values()].map((all) =>
    mean(all.map(({ judge }) => judge)),
  );
  const decided = answered.filter(({ people }) => people === 0 || people === 1);
  return {
    together: predictionPowered(both, alone),
    peopleAlone: meanEstimate(answered.map(({ unit, people }) => ({ unit, value: people }))),
    judgeAlone: meanEstimate(answers.map(({ unit, judge }) => ({ unit, value: judge }))),
    alike: shareOfUnits(
      decided.map(({ unit, judge, people }) => ({
        unit,
        value: Number(judge >= YES_FROM === (people === 1)),
      })),
    ),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
