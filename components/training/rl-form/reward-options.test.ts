import { expect, test } from "vitest";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { rewardOptions } from "./reward-options.ts";

function stored(type: string, more: Partial<StoredGrader> = {}): StoredGrader {
  const trust = { minKappa: 0.4, minCalls: 50 };
  return {
    ...{ id: "own", name: "outcome", description: "", isTrusted: false, measurement: null, trust },
    ...{ grader: { type } },
    ...more,
  } as unknown as StoredGrader;
}

test("a judge that is not trusted is named as that, with the reason, where it would reward", () => {
  const help = (one: StoredGrader) => rewardOptions([one]).find(({ value }) => value === "own")?.help;
  expect(help(stored("spindle.judge"))).toBe(
    "A grader of the project. Not trusted: It has not been measured yet.",
  );
  const ofJudge = {
    type: "multi",
    graders: { a: { type: "label_model" } },
  } as unknown as StoredGrader["grader"];
  expect(help(stored("multi", { grader: ofJudge }))).toMatch(/Not trusted/);
  expect(help(stored("spindle.judge", { isTrusted: true }))).toBe("A grader of the project");
  expect(help(stored("string_check"))).toBe("A grader of the project");
});
