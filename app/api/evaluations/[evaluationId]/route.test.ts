import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluations.ts";
import { anEvaluation, aRunIn, someRuns } from "#lib/testing/data/evaluation-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getEvaluation, async (place) => {
  const { project_id, evaluation_id } = await aRunIn(api, place);
  return { project_id, evaluation_id };
});

test("an evaluation comes with its runs, newest first", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { id: evaluationId } = await anEvaluation(api, place);
  const older = await someRuns(api, place, { evaluationId, subjects: ["spindle-mini"] });
  const newer = await someRuns(api, place, { evaluationId, subjects: ["spindle-mini"] });
  const input = { projectId: project.path, evaluationId };
  const { evaluation, runs } = await api.call(place.caller, contract.getEvaluation, input);
  expect(runs.map(({ id }) => id)).toEqual([...newer, ...older].map(({ id }) => id));
  expect(evaluation).toMatchObject({ runCount: 2, lastRun: { id: newer[0]?.id, state: "queued" } });
});
