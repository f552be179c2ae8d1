import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/gates.ts";
import { aRunIn } from "#lib/testing/data/evaluation-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function aGate(place: Place) {
  const { evaluation_id: evaluationId } = await aRunIn(api, place);
  const { id: modelId } = await aModelIn(api, place);
  const target = { evaluationId, metric: "exact_match", minGain: 0 };
  const input = { modelId, alias: "production", target, guards: [], needsApproval: false };
  await api.call(byBearer(place.caller), contract.setCheckpointGate, input);
  return { model_id: modelId, alias: "production", step: 0 };
}

routeGuarantees(api, contract.checkCheckpointGate, aGate);

test("a check returns the finding of each line, and moves nothing", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "admin"));
  const { model_id: modelId } = await aGate({ api, project, caller });
  await api.db.prisma.checkpoint.create({
    data: { id: "gate-check", projectId: project.id, modelId, step: 1 },
  });
  const input = { modelId, alias: "production", step: 1 };
  const { passed, incumbentStep, lines } = await api.call(caller, contract.checkCheckpointGate, input);
  expect([passed, incumbentStep]).toEqual([false, 0]);
  expect(lines).toMatchObject([{ role: "target", metric: "exact_match", passed: false, gain: null }]);
  expect(await api.db.prisma.checkpointAlias.count({ where: { modelId } })).toBe(0);
});
