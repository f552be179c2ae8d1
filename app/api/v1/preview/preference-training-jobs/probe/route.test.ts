import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/rate-probes.ts";
import { aPair } from "#lib/testing/data/file-data.ts";
import { aTrainedModel } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const PATH = "/v1/preview/preference-training-jobs/probe";
const PAIRS = Array.from({ length: 10 }, (_, at) => aPair(`Is it ${at}?`)).join("");

// Fewer rows than a curve needs are answered without computing.
routeGuarantees(api, contract.probePreferenceTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: inline(aPair("Is it so?")), config: { loss: "dpo" } };
});

function inline(text: string): string {
  return `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`;
}

async function probe(more: Record<string, unknown>, { hasWeights = true } = {}) {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  const { modelId } = await aTrainedModel(api, { project });
  if (!hasWeights) await api.db.prisma.checkpoint.deleteMany({ where: { modelId } });
  const body = { model_id: modelId, training_data_url: inline(PAIRS), ...more };
  return api.send(caller, { path: PATH, body });
}

test("pairs are probed with the loss of the job and around its usual rate", async () => {
  const response = await probe({ config: { loss: "dpo", batch_size: 2 } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ rows: 10, usual_rate: 0.00003 });
});

test("rows that the loss cannot learn from, and a reference that is not there, are refused at their place", async () => {
  const unfit = await probe({ config: { loss: "rwr" } });
  expect(unfit.status).toBe(422);
  expect((await unfit.json()).detail[0].loc).toEqual(["body", "training_data_url"]);
  const missing = await probe({ config: { reference_step: 9 } });
  expect(missing.status).toBe(422);
  expect((await missing.json()).detail[0].loc).toEqual(["body", "config", "reference_step"]);
});

test("a model without a checkpoint has nothing to start from", async () => {
  expect((await probe({}, { hasWeights: false })).status).toBe(409);
});
