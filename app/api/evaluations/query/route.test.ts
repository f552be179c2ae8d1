import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { anEvaluation, aRunIn, someRuns } from "#lib/testing/data/evaluation-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryEvaluations, async (place) => {
  const { project_id } = await aRunIn(api, place);
  return { project_id, name: "" };
});

test("a list says of each evaluation how its last run went, newest first", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const [first, second] = [
    await anEvaluation(api, { project, caller }),
    await anEvaluation(api, { project, caller }),
  ];
  const [run] = await someRuns(
    api,
    { project, caller },
    { evaluationId: first.id, subjects: ["spindle-mini"] },
  );
  const at = { projectId: project.path, limit: 50, offset: 0 };
  const { evaluations, totalCount } = await api.call(caller, contract.queryEvaluations, at);
  expect(totalCount).toBe(2);
  expect(evaluations.map(({ id, runCount, lastRun }) => [id, runCount, lastRun?.id ?? null])).toEqual([
    [second.id, 0, null],
    [first.id, 1, run?.id],
  ]);
  const named = await api.call(caller, contract.queryEvaluations, {
    ...at,
    name: first.name.toUpperCase(),
  });
  expect(named.evaluations.map(({ id }) => id)).toEqual([first.id]);
  const ofDataset = await api.call(caller, contract.queryEvaluations, { ...at, datasetId: second.datasetId });
  expect(ofDataset.evaluations.map(({ id }) => id)).toEqual([second.id]);
});
