import { expect, test } from "vitest";
import { conditionsOf, conditionWords, draftOf, faultsOf, plainConditions, plainOf } from "./rule-draft.ts";

const SAID = { text: "refund", op: "answer", status: "error", reaction: "👎", rootsOnly: true } as const;

test("what the fields say can be read back from the rule that it made", () => {
  for (const [name, value] of Object.entries(SAID)) {
    const plain = { text: "", op: "", status: null, reaction: null, rootsOnly: false, [name]: value };
    const { filter, query } = plainConditions(plain);
    expect(plainOf({ filter: filter ?? null, query: query ?? null })).toEqual(plain);
  }
  const { filter, query } = plainConditions(SAID);
  const rule = { filter: filter ?? null, query: query ?? null };
  expect(plainOf(rule)).toEqual(SAID);
  expect(conditionWords(rule)).toEqual([
    "with “refund” in inputs or output",
    "with “answer” in the op name",
    "with the status error",
    "with the reaction 👎",
    "that are the first of their trace",
  ]);
  expect(conditionWords({ filter: null, query: null })).toEqual(["every call"]);
});

test("what the fields cannot say is kept as it was written", () => {
  const query = { $expr: { $gt: [{ $getField: "summary.weave.latency_ms" }, { $literal: 900 }] } } as const;
  const text = JSON.stringify({ filter: { op_names: ["answer"] }, query });
  const draft = { ...draftOf(null), json: text };
  const conditions = conditionsOf(draft);
  expect(conditions).toEqual({ filter: { opNames: ["answer"] }, query });
  expect(plainOf({ filter: { opNames: ["answer"] }, query: null })).toBeNull();
});

test("JSON that is none, and numbers that are none, are named with what is wrong", () => {
  const written = (json: string) => conditionsOf({ ...draftOf(null), json });
  expect(written("{")).toContain("not a JSON object");
  expect(written('{"where": 1}')).toContain("“where”");
  expect(written('{"filter": {"op_name": "x"}}')).toContain("filter: there is no condition “op_name”");
  expect(written('{"query": {"$expr": {"$foo": 1}}}')).toContain("query: something is wrong at $expr.$foo");
  expect(faultsOf({ ...draftOf(null), ratePercent: "0", maxOpen: "-1" })).toEqual({
    name: expect.any(String),
    ratePercent: expect.any(String),
    maxOpen: expect.any(String),
  });
  expect(faultsOf({ ...draftOf(null), name: "x", ratePercent: "12.5" })).toEqual({});
});
