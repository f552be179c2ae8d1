import { expect, test } from "vitest";
import { GRADER_PRESETS, graderOptions } from "#components/evaluations/make/grader-presets.ts";
import { draftOfRun } from "./draft-of-run.ts";
import { NEW_RL, type RlDraft, rlInput } from "./rl-draft.ts";

const [first, second] = GRADER_PRESETS.map(({ value }) => value);
const options = graderOptions([]);

test("the form of another run like one sends what that one was sent, but for its name and its start", () => {
  const draft: RlDraft = {
    ...NEW_RL,
    ...{ name: "First", datasetId: "d", version: 3, startStep: 1 },
    weights: { [first ?? ""]: "1", [second ?? ""]: "-0.5" },
    ...{ rounds: "5", promptsPerRound: "4", rollouts: "3", temperature: "0.7", maxTokens: "32", seed: "7" },
    ...{ learningRate: "0.001", maxMinutes: "", guardId: "e", guardMetric: "nll", maxDrop: "0.01" },
    ...{ guardEvery: "2", humanQueueId: "q", park: "all", budgetPerRound: "6", deadlineHours: "0.5" },
    ...{ fallback: "mean", minAnswers: "2", humanField: "f", worths: [{ label: "kind", worth: "1" }] },
  };
  const sent = rlInput("m", draft, options);
  if (!sent) throw new Error("the draft is whole");
  const { name, startStep, guard, human, version, config, budget, ...same } = sent;
  const stored = { ...same, version: version ?? 0, guard: guard ?? null, human: human ?? null };
  if (!config || !budget) throw new Error("the form sends both");
  const again = draftOfRun({ ...stored, config, budget }, options);
  expect(rlInput("m", { ...again, name: draft.name, startStep: 1 }, options)).toEqual(sent);
  expect([name, startStep, again.name, again.startStep]).toEqual(["First", 1, "", null]);
});

test("a grader that is gone is left out", () => {
  const gone = { name: "gone", weight: 1, grader: { type: "endpoint" } };
  const run = { datasetId: "d", version: 0, graders: [gone], guard: null, human: null, budget: {} };
  const config = { rounds: 1, promptsPerRound: 1, rollouts: 2, temperature: 1, maxTokens: 1, seed: 1 };
  const like = { ...run, config } as unknown as Parameters<typeof draftOfRun>[0];
  expect(draftOfRun(like, options).weights).toEqual({});
});
