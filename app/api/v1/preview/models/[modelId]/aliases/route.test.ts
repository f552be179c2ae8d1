import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/aliases.ts";
import { setCheckpointGate } from "#lib/contract/evaluation/gates.ts";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import { aRunIn } from "#lib/testing/data/evaluation-data.ts";
import { aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.listCheckpointAliases, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
}));

test("aliases are listed by name with their gates, also one that only has a gate", async () => {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "admin"));
  const { evaluation_id: evaluationId } = await aRunIn(api, { project, caller });
  const model = await aModelIn(api, { project, caller });
  await someCheckpoints(api, { model, project }, [1]);
  const modelId = model.id;
  for (const step of [0, 1]) await api.call(caller, setCheckpointAlias, { modelId, name: "best", step });
  const target = { evaluationId, metric: "exact_match", minGain: 0.02 };
  await api.call(caller, setCheckpointGate, {
    modelId,
    alias: "production",
    target,
    guards: [],
    needsApproval: false,
  });
  const response = await api.send(caller, { method: "GET", path: `/v1/preview/models/${modelId}/aliases` });
  const at = expect.any(String);
  const by = caller.userId;
  expect(await response.json()).toEqual({
    aliases: [
      {
        name: "best",
        step: 1,
        previous_step: 0,
        updated_by: by,
        updated_at: at,
        gate: null,
        retracted: null,
      },
      {
        ...{ name: "production", step: null, previous_step: null, updated_by: null, updated_at: null },
        gate: {
          ...{ alias: "production", guards: [], needs_approval: false, updated_by: by, updated_at: at },
          target: { evaluation_id: evaluationId, metric: "exact_match", min_gain: 0.02 },
        },
        retracted: null,
      },
    ],
    latest: { step: 1, retracted: null },
    retracted_steps: [],
  });
});
