import { expect, test } from "vitest";
import type { Consensus } from "#lib/contract/datasets/uses.ts";
import { itemConsensus } from "./item-consensus.ts";

const rule = (name: Consensus["rule"], more: Partial<Consensus> = {}): Consensus => ({
  rule: name,
  minAnswers: 1,
  minShare: 0.5,
  minPosterior: 0,
  ...more,
});

function held(
  values: string[],
  consensus: Consensus,
  more: { decided?: string; posterior?: [string, number][] } = {},
) {
  const { decided = null, posterior } = more;
  const votes = { values, decided, posterior: posterior ? new Map(posterior) : null };
  return itemConsensus(votes, consensus).map((one) => ("reason" in one ? one.reason : one.value));
}

test.each<[string, string[], Consensus, string[]]>([
  ["a majority of one", ["a"], rule("majority"), ["a"]],
  ["two of three", ["a", "b", "a"], rule("majority"), ["a"]],
  ["half of them", ["a", "b"], rule("majority"), ["tie"]],
  ["the most, and not enough", ["a", "a", "b", "c"], rule("majority"), ["disagreement"]],
  ["too few", ["a"], rule("majority", { minAnswers: 2 }), ["too_few_answers"]],
  ["nobody", [], rule("majority"), ["no_answer"]],
  ["each of them", ["a", "b"], rule("each"), ["a", "b"]],
  ["no decision", ["a", "a"], rule("decided"), ["undecided"]],
])("%s: %j", (_, values, consensus, expected) => {
  expect(held(values, consensus)).toEqual(expected);
});

test("what was decided holds under every rule, also where nobody answered", () => {
  for (const name of ["majority", "decided", "each", "weighted"] as const) {
    expect(held(["a", "a"], rule(name, { minAnswers: 5 }), { decided: "b" })).toEqual(["b"]);
    expect(held([], rule(name), { decided: "b" })).toEqual(["b"]);
  }
});

test("the most probable value holds when it is probable enough, and equal ones are a tie", () => {
  const posterior: [string, number][] = [
    ["a", 0.3],
    ["b", 0.7],
  ];
  expect(held(["a", "a", "b"], rule("weighted"), { posterior })).toEqual(["b"]);
  expect(held(["a", "b"], rule("weighted", { minPosterior: 0.8 }), { posterior })).toEqual(["low_posterior"]);
  expect(
    held(["a", "b"], rule("weighted"), {
      posterior: [
        ["a", 0.5],
        ["b", 0.5],
      ],
    }),
  ).toEqual(["tie"]);
});
