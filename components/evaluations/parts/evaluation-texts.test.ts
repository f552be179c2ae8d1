import { expect, test } from "vitest";
import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import {
  changeWords,
  comparedRuns,
  differenceWords,
  estimateWords,
  firstBaseline,
  intervalWords,
  isOfQuality,
  metricLabel,
  metricValue,
  mixedVersionsWords,
  peopleAndJudgeWords,
  runLabel,
} from "./evaluation-texts.ts";

const estimate = (value: number, low: number | null, high: number | null): Estimate => ({
  value,
  low,
  high,
  n: 40,
  method: "wilson",
});

test("numbers are said in their units, with their intervals", () => {
  expect(metricValue(0.625, "share")).toBe("62.5 %");
  expect(intervalWords({ low: 0.51, high: 0.723 }, "share")).toBe("51–72.3 %");
  expect(intervalWords({ low: null, high: null }, "share")).toBe("no interval");
  expect(metricValue(1840, "ms")).toBe("1.8 s");
  expect(changeWords(-0.12, "share")).toBe("−12");
  expect(changeWords(0.5, "nats")).toBe("+0.50");
  // What is shown as nothing has no side.
  expect(changeWords(-0.001, "nats")).toBe("±0.00");
  expect(changeWords(0.0001, "share")).toBe("±0");
  expect(changeWords(-0.04, "tokens")).toBe("±0");
  expect(metricValue(-0.001, "score")).toBe("0.00");
  expect(intervalWords({ low: -0.07, high: 0.2 }, "score")).toBe("−0.07 – 0.20");
});

test("a grader is called what its people named it, whatever every object has by that name", () => {
  const names = ["exact_match", "close", "constructor", "toString", "__proto__"];
  expect(names.map(metricLabel)).toEqual(["Exact match", "close", "constructor", "toString", "__proto__"]);
});

test("each figure says its interval, of how many, and how it was computed", () => {
  expect(estimateWords(estimate(0.6, 0.5, 0.7), "share")).toBe("50–70 % · n 40 · Wilson");
  expect(estimateWords({ ...estimate(0, null, null), n: 0 }, "share")).toBe("not measured");
  const paired = { ...estimate(0.1, -0.1, 0.3), method: "paired_bootstrap" as const };
  expect(differenceWords(paired, { pValue: 0.0312, units: 40 })).toBe(
    "paired bootstrap · n 40 · McNemar p = 0.03",
  );
  expect(differenceWords(paired, { pValue: 0.0042, units: 40 })).toBe(
    "paired bootstrap · n 40 · McNemar p = 0.004",
  );
  expect(differenceWords(paired, { pValue: 1e-7, units: 40 })).toBe(
    "paired bootstrap · n 40 · McNemar p < 0.001",
  );
  expect(differenceWords(paired, { pValue: null, units: 40 })).toBe("paired bootstrap · n 40");
  expect(differenceWords({ ...paired, n: 3, method: "newcombe_of_units" }, { pValue: 1, units: 2 })).toBe(
    "Newcombe, paired, of units · n 3 in 2 units · McNemar p = 1.00",
  );
  expect((["share", "score", "nats", "ms", "tokens"] as const).map((unit) => isOfQuality({ unit }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("of each subject the newest run that has something to show is compared, the oldest subject first", () => {
  const run = (id: string, name: string, done: number, state = "completed") =>
    ({ id, subject: { name, modelId: null, step: null }, origin: "person", done, state }) as EvaluationRun;
  const runs = [run("4", "b", 0, "failed"), run("3", "b", 5), run("2", "a", 3), run("1", "a", 5)];
  expect(comparedRuns(runs).map(({ id }) => id)).toEqual(["2", "3"]);
});

test("a run that somebody started is compared before those of loops and guards, which are called what they are", () => {
  const run = (id: number, name: string, origin: EvaluationRun["origin"]) =>
    ({
      ...{ id: String(id), subject: { name: `acme/support/${name}`, modelId: null, step: null } },
      ...{ origin, done: 5, state: "completed" },
    }) as EvaluationRun;
  const ofGuard = Array.from({ length: 9 }, (_, n) => run(20 - n, `shop:step${9 - n}`, "guard"));
  const shown = comparedRuns([...ofGuard, run(2, "shop:step1", "person"), run(1, "shop:step0", "person")]);
  expect(shown.map(({ id }) => id)).toEqual(["1", "2", "15", "16", "17", "18", "19", "20"]);
  expect(shown.slice(1, 3).map((one) => runLabel(one, "acme/support"))).toEqual([
    "shop:step1",
    "shop:step4, by the guard of a reinforcement run",
  ]);
});

test("checkpoints are compared with the base model, or else with the earliest one of the oldest model", () => {
  const run = (id: string, modelId: string | null, step: number | null) =>
    ({ id, subject: { name: id, modelId, step } }) as EvaluationRun;
  expect(firstBaseline([run("new", "m", 2), run("other", "o", 0), run("began", "m", 1)])?.id).toBe("began");
  expect(firstBaseline([run("base", null, null), run("upstream", null, null), run("new", "m", 2)])?.id).toBe(
    "base",
  );
  expect(firstBaseline([run("trained", "m", 1), run("base", null, null)])?.id).toBe("base");
  expect(firstBaseline([run("trained", "m", 1), run("base", null, null), run("later", null, null)])?.id).toBe(
    "base",
  );
  expect(firstBaseline([run("again", "m", 1), run("first", "m", 0), run("second", "m", 0)])?.id).toBe(
    "first",
  );
  expect(firstBaseline([])).toBeNull();
});

test("people and a judge are said together and each alone", () => {
  const estimate = (value: number, low: number, high: number, n: number) =>
    ({ value, low, high, n, method: "bootstrap" }) as const;
  const nothing = { value: null, low: null, high: null, n: 0, method: "bootstrap" } as const;
  const judgeAlone = estimate(0.8, 0.78, 0.82, 2060);
  expect(
    peopleAndJudgeWords({
      together: estimate(0.71, 0.61, 0.81, 60),
      peopleAlone: estimate(0.7, 0.58, 0.82, 60),
      judgeAlone,
      alike: estimate(0.8, 0.7, 0.9, 60),
    }),
  ).toEqual([
    "71 % (61–81 %), of 60 by people and 2,000 more by the judge. The judge agrees in 80 %.",
    "People alone: 70 % (58–82 %). Judge alone: 80 % (78–82 %).",
  ]);
  const unanswered = { together: nothing, peopleAlone: nothing, alike: nothing, judgeAlone };
  expect(peopleAndJudgeWords(unanswered)).toEqual(["People have not answered any of its answers there."]);
});

test("of runs of different versions it is said that they are, and of which rows their difference is", () => {
  expect(mixedVersionsWords([{ version: 2 }, { version: 2 }])).toBeNull();
  expect(mixedVersionsWords([{ version: 3 }, { version: 0 }, { version: 1 }, { version: 0 }])).toBe(
    "These runs measured different versions of the dataset, v0, v1 and v3. Each figure is of all rows of its version; a difference is only of the rows that both versions have, and its n counts them.",
  );
});
