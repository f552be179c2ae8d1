import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/evaluation-runs.ts";
import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import { anEvaluation, aRow, aRunIn, measureAll, someRuns } from "#lib/testing/data/evaluation-data.ts";
import { startScriptedUpstream } from "#lib/testing/engines/scripted-upstream.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
let cancel: () => Promise<void> = async () => undefined;
const upstream = startScriptedUpstream({ slow: () => "an answer" });

routeGuarantees(api, contract.cancelEvaluationRun, async (place) => {
  const { project_id, run_id } = await aRunIn(api, place);
  await api.db.prisma.evaluationRun.update({ where: { id: run_id }, data: { state: "queued" } });
  return { project_id, run_id };
});

test("a cancelled run keeps what it has and gets nothing more, not even what was under way", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project, "engineer") };
  const { slow = "" } = await upstream.register(api, place.caller);
  const rows = Array.from({ length: 20 }, (_, at) => aRow(`q${at}`, "an answer"));
  const { id: evaluationId } = await anEvaluation(api, place, { rows });
  const [run] = await someRuns(api, place, { evaluationId, subjects: [slow] });
  const input = { projectId: project.path, runId: run?.id ?? "" };
  cancel = async () => void (await api.call(place.caller, contract.cancelEvaluationRun, input));
  await advanceRuns(api.db);
  // The second step's answers have come when the run is cancelled, and are not stored.
  const late = advanceRuns({
    ...api.db,
    transaction: async (work) => {
      await cancel();
      return api.db.transaction(work);
    },
  });
  await late;
  await measureAll(api.db);
  const { run: after } = await api.call(place.caller, contract.getEvaluationRun, input);
  expect(after).toMatchObject({ state: "cancelled", done: 8 });
  expect(after.endedAt).not.toBeNull();
  const { run: again } = await api.call(place.caller, contract.cancelEvaluationRun, input);
  expect(again).toEqual(after);
});
