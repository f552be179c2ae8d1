import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/gates.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { anEvaluation, aRow, aRunIn } from "#lib/testing/data/evaluation-data.ts";
import {
  aModel,
  aModelIn,
  byBearer,
  type ModelPlace,
  someCheckpoints,
} from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function aGatedModel(place: Place) {
  const { evaluation_id } = await aRunIn(api, place);
  const model = await aModelIn(api, place);
  const target = { evaluation_id, metric: "exact_match", min_gain: 0.1 };
  return {
    model_id: model.id,
    alias: "production",
    target,
    guards: [{ ...target, min_gain: undefined, margin: 0.2 }],
  };
}

routeGuarantees(api, contract.setCheckpointGate, aGatedModel);
routeGuarantees(api, contract.deleteCheckpointGate, async (place) => {
  const { model_id, alias } = await aGatedModel(place);
  return { model_id, alias };
});

const ROWS = 40;

/** A model with an evaluation in which each step has so many of 40 rows right; the worse its likelihood, the fewer. */
async function aMeasuredModel(
  rightBy: Record<number, number>,
): Promise<ModelPlace & { evaluationId: string }> {
  const place = await aModel(api);
  await someCheckpoints(
    api,
    place,
    Object.keys(rightBy)
      .map(Number)
      .filter((step) => step > 0),
  );
  const rows = Array.from({ length: ROWS }, (_, at) => aRow(`q${at}`, "a"));
  const { id: evaluationId, datasetId } = await anEvaluation(api, place, { rows });
  for (const [step, right] of Object.entries(rightBy))
    await aRunOf(place, { evaluationId, datasetId, step: Number(step), right });
  return { ...place, evaluationId };
}

type Run = { evaluationId: string; datasetId: string; step: number; right: number };

async function aRunOf({ project, model, caller }: ModelPlace, { evaluationId, datasetId, step, right }: Run) {
  const id = newId();
  await api.db.query(sql`
    insert into evaluation_run
      (id, project_id, evaluation_id, version_id, subject, model_id, step, samples, seed, state, total, created_by)
    select ${id}, v.project_id, ${evaluationId}, v.id, 'subject', ${model.id}, ${step}::int, 1, 1, 'completed', ${ROWS}::int, ${caller.userId}
    from dataset_version v where v.project_id = ${project.id} and v.dataset_id = ${datasetId}`);
  await api.db.query(sql`
    insert into evaluation_result (project_id, run_id, position, sample, unit_keys, output, scores, is_masked)
    select ${project.id}, ${id}, n, 0, array['row ' || n], 'a', json_build_object(
      'exact_match', json_build_object('score', (n < ${right}::int)::int, 'passed', n < ${right}::int),
      'nll', json_build_object('score', 2 - ${right}::int / 40.0, 'passed', null)), false
    from generate_series(0, ${ROWS}::int - 1) n`);
}

const gatePath = ({ model }: ModelPlace) => `/v1/preview/models/${model.id}/gates/production`;
const move = (place: ModelPlace, body: unknown, caller = place.caller) =>
  api.send(caller, { method: "PUT", path: `/v1/preview/models/${place.model.id}/aliases/production`, body });

async function setGate(place: ModelPlace & { evaluationId: string }, more: Record<string, unknown> = {}) {
  const admin = byBearer(await api.aCaller(place.project, "admin"));
  const target = { evaluation_id: place.evaluationId, metric: "exact_match" };
  const guards = [{ ...target, metric: "nll", margin: 0.1 }];
  const response = await api.send(admin, {
    method: "PUT",
    path: gatePath(place),
    body: { target, guards, ...more },
  });
  expect(response.status).toBe(200);
  return admin;
}

test("an alias moves only to a checkpoint that is better by more than chance, and the refusal names each line that fails", async () => {
  const place = await aMeasuredModel({ 0: 20, 1: 8, 2: 36, 3: 22 });
  expect((await move(place, { step: 0 })).status).toBe(200);
  await setGate(place);
  const refused = await move(place, { step: 1 });
  const { code, detail } = await refused.json();
  expect([refused.status, code]).toEqual([409, "gate_failed"]);
  expect(detail).toMatch(/target: Exact match of “.*”: gained −30 points .* must gain more than 0/);
  expect(detail).toContain("guard: NLL of the reference of");
  // Two rows more of forty may be chance.
  const unclear = await (await move(place, { step: 3 })).json();
  expect(unclear.detail).toContain("target: Exact match of");
  expect(unclear.detail).not.toContain("guard");
  expect((await move(place, { step: 2 })).status).toBe(200);
  // The way back is one request, and open for the step before alone.
  expect((await move(place, { step: 1 })).status).toBe(409);
  expect((await move(place, { step: 0 })).status).toBe(200);
});

test("what was not measured does not pass, and taking the alias away opens no way around", async () => {
  const place = await aMeasuredModel({ 0: 20 });
  await someCheckpoints(api, place, [1]);
  await setGate(place);
  const unmeasured = await move(place, { step: 1 });
  expect([unmeasured.status, (await unmeasured.json()).detail]).toEqual([
    409,
    expect.stringContaining("step 1 has no completed run"),
  ]);
  expect((await move(place, { step: 0 })).status).toBe(200);
  const path = `/v1/preview/models/${place.model.id}/aliases/production`;
  const taken = await api.send(place.caller, { method: "DELETE", path });
  expect([taken.status, (await taken.json()).code]).toEqual([409, "gated"]);
});

test("a step 0 that is its base model needs no run of its own: what was measured of the base is of the same weights", async () => {
  const place = await aMeasuredModel({ 0: 20, 1: 36 });
  expect((await move(place, { step: 0 })).status).toBe(200);
  await setGate(place);
  await api.db.query(sql`
    update evaluation_run set subject = 'spindle-mini', model_id = null, step = null
    where evaluation_id = ${place.evaluationId} and step = 0`);
  const asked = { modelId: place.model.id, alias: "production", step: 1 };
  const { lines } = await api.call(place.caller, contract.checkCheckpointGate, asked);
  expect(lines[0]?.finding).toContain("step 0 measured as spindle-mini");
  expect((await move(place, { step: 1 })).status).toBe(200);
});

test("an admin may override with a reason, which the audit log keeps; nobody else may", async () => {
  const place = await aMeasuredModel({ 0: 20, 1: 8 });
  await move(place, { step: 0 });
  const admin = await setGate(place);
  expect((await move(place, { step: 1, override: true, reason: "An outage" })).status).toBe(403);
  expect((await move(place, { step: 1, override: true }, admin)).status).toBe(400);
  expect((await move(place, { step: 1, override: true, reason: "An outage" }, admin)).status).toBe(200);
  const [last] = await api.db.prisma.auditEvent.findMany({
    where: { target: place.model.id, action: "checkpoint_alias.moved" },
    orderBy: { id: "desc" },
  });
  expect(last).toMatchObject({
    actorUserId: admin.userId,
    details: {
      ...{ name: "production", step: 1, kind: "overridden", from_step: 0 },
      override_reason: "An outage",
    },
  });
});

test("an engineer can neither set a gate nor take it away, and an evaluation that does not measure the metric makes none", async () => {
  const place = await aMeasuredModel({ 0: 20 });
  const admin = await setGate(place);
  const target = { evaluation_id: place.evaluationId, metric: "exact_match" };
  const put = (caller: typeof admin, body: unknown) =>
    api.send(caller, { method: "PUT", path: gatePath(place), body });
  expect((await put(place.caller, { target })).status).toBe(403);
  expect((await api.send(place.caller, { method: "DELETE", path: gatePath(place) })).status).toBe(403);
  const refusedAt = async (body: unknown) => {
    const response = await put(admin, body);
    return [response.status, (await response.json()).detail[0]];
  };
  expect(await refusedAt({ target: { ...target, metric: "style" } })).toMatchObject([
    422,
    { loc: ["body", "target", "metric"], msg: expect.stringContaining("style is not measured by") },
  ]);
  // Only pairs say which of two replies is the right one.
  const guards = [{ ...target, metric: "prefers_chosen", margin: 0 }];
  expect(await refusedAt({ target, guards })).toMatchObject([
    422,
    {
      loc: ["body", "guards", 0, "metric"],
      msg: expect.stringMatching(/prefers_chosen is measured of pairs, and the dataset .* is of kind sft/),
    },
  ]);
  await api.db.prisma.dataset.updateMany({
    where: { projectId: place.project.id },
    data: { kind: "preference" },
  });
  expect((await put(admin, { target, guards })).status).toBe(200);
  expect((await put(admin, { target: { ...target, evaluation_id: newId() } })).status).toBe(404);
});
