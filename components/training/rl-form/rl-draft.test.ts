import { expect, test } from "vitest";
import { GRADER_PRESETS } from "#components/evaluations/make/grader-presets.ts";
import { NEW_RL, rlFaults, rlInput } from "./rl-draft.ts";

const WHOLE = { ...NEW_RL, datasetId: "d", weights: { contains: "1", similar: "0" } };

test("a whole draft is what is sent, with the weight of each chosen grader", () => {
  expect(rlFaults(WHOLE)).toEqual({});
  expect(rlInput("m", WHOLE, GRADER_PRESETS)).toMatchObject({
    modelId: "m",
    datasetId: "d",
    graders: [
      { name: "contains", weight: 1 },
      { name: "similar", weight: 0 },
    ],
    config: { rounds: 10, training: { learningRate: 0.0003 } },
    budget: { maxMinutes: 60 },
  });
  const guarded = { ...WHOLE, guardId: "e", guardMetric: "nll", guardEvery: "3" };
  expect(rlInput("m", guarded, GRADER_PRESETS)).toMatchObject({
    guard: { evaluationId: "e", metric: "nll", maxDrop: 0.05, every: 3 },
  });
  expect(rlInput("m", WHOLE, GRADER_PRESETS)).not.toHaveProperty("version");
  expect(rlInput("m", { ...WHOLE, version: 0 }, GRADER_PRESETS)).toMatchObject({ version: 0 });
  expect(rlInput("m", { ...WHOLE, maxMinutes: "" }, GRADER_PRESETS)).toMatchObject({ budget: {} });
});

test("people are asked as the form says, and then graders may be watched alone", () => {
  const asking = {
    ...WHOLE,
    weights: {},
    humanQueueId: "q",
    humanField: "ref",
    worths: [
      { label: "kind", worth: "1" },
      { label: "rude, a bit", worth: "0.25" },
    ],
    deadlineHours: "0.5",
  };
  expect(rlFaults(asking)).toEqual({});
  expect(rlInput("m", asking, GRADER_PRESETS)).toMatchObject({
    graders: [],
    human: {
      queueId: "q",
      field: "ref",
      scores: { kind: 1, "rude, a bit": 0.25 },
      deadlineHours: 0.5,
      park: "all",
      fallback: "drop",
    },
  });
  // Whichever is chosen first, the queue or the graders.
  expect(rlInput("m", { ...asking, weights: WHOLE.weights }, GRADER_PRESETS)).toMatchObject({
    human: { park: "all", fallback: "judge" },
  });
  expect(rlInput("m", { ...asking, fallback: "mean" }, GRADER_PRESETS)).toMatchObject({
    human: { fallback: "mean" },
  });
  expect(rlInput("m", WHOLE, GRADER_PRESETS)).not.toHaveProperty("human");
  expect(
    Object.keys(rlFaults({ ...asking, budgetPerRound: "0", worths: [{ label: "kind", worth: "" }] })),
  ).toEqual([...["budgetPerRound", "worths"]]);
  const worths = [
    { label: "kind", worth: "1" },
    { label: "rude", worth: "2" },
    { label: "short", worth: " abc " },
    { label: "other", worth: "" },
  ];
  expect(rlFaults({ ...asking, worths }).worths).toBe(
    "“rude” has “2”, “short” has “abc”, “other” has no score. A score is a number from 0 to 1.",
  );
});

test("what is missing or wrong is said at its field, and nothing is sent", () => {
  expect(Object.keys(rlFaults(NEW_RL))).toEqual(["datasetId", "weights"]);
  const wrong = {
    ...WHOLE,
    weights: { contains: "0" },
    rollouts: "1",
    rounds: "2.5",
    guardId: "e",
    guardEvery: "0",
  };
  expect(Object.keys(rlFaults(wrong)).sort()).toEqual([
    "guardEvery",
    "guardMetric",
    "rollouts",
    "rounds",
    "weights",
  ]);
  const large = { ...WHOLE, promptsPerRound: "256", rollouts: "64" };
  expect(rlFaults(large).maxTokens).toContain("1000000");
  for (const draft of [NEW_RL, wrong, large]) expect(rlInput("m", draft, GRADER_PRESETS)).toBeNull();
});
