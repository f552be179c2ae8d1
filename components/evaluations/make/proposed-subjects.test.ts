import { expect, test } from "vitest";
import { proposalFor, unmeasuredSteps } from "./proposed-subjects.ts";

const OF = { projectId: "acme/support", datasetName: "tones" };
const job = (
  modelId: string,
  checkpointStep: number | null,
  { dataset = "tones", from = null as number | null } = {},
) => ({
  ...{ modelId, checkpointStep, startedFromStep: from },
  source: { datasetRef: `weave:///acme/support/object/${dataset}:v1` } as never,
});

test("what last learned from the dataset is proposed beside where it began", () => {
  const jobs = [
    job("other", 4, { dataset: "tones-2" }),
    job("running", null),
    job("agent", 3, { from: 2 }),
    job("agent", 2),
  ];
  expect(proposalFor(OF, jobs, [])).toEqual({ modelId: "agent", steps: [2, 3] });
  expect(proposalFor(OF, [job("agent", 1)], [])).toEqual({ modelId: "agent", steps: [0, 1] });
});

test("where nothing learned from it, the only model is proposed beside its base, and of several none", () => {
  const model = (id: string, latestStep: number | null) => ({ id, latestStep });
  expect(proposalFor(OF, [], [model("a", 2)])).toEqual({ modelId: "a", steps: [0, 2] });
  expect([
    proposalFor(OF, [], [model("a", 2), model("b", 1)]),
    proposalFor(OF, [], [model("a", 0)]),
    proposalFor(OF, [], []),
  ]).toEqual([null, null, null]);
});

test("steps that are gone or were measured are not proposed; a run that failed measured nothing", () => {
  const run = (step: number, state: "completed" | "failed" | "queued") => ({
    subject: { name: "", modelId: "agent", step },
    state,
  });
  const proposal = { modelId: "agent", steps: [0, 3] };
  expect(unmeasuredSteps(proposal, [3, 2, 0], [])).toEqual([0, 3]);
  expect(unmeasuredSteps(proposal, [3, 2], [])).toEqual([3]);
  expect(unmeasuredSteps(proposal, [3, 0], [run(0, "completed"), run(3, "failed")])).toEqual([3]);
  expect(unmeasuredSteps(proposal, [3, 0], [run(0, "queued"), run(3, "completed")])).toEqual([]);
});
