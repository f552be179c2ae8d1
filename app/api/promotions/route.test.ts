import { expect, test } from "vitest";
import { queryAliasMoves } from "#lib/contract/evaluation/aliases.ts";
import * as contract from "#lib/contract/evaluation/promotions.ts";
import { deleteCheckpoints } from "#lib/contract/models/models.ts";
import { newId } from "#lib/platform/ids.ts";
import { aRunIn } from "#lib/testing/data/evaluation-data.ts";
import { aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { aPromotionIn } from "#lib/testing/data/promotion-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

async function aWish(place: Place) {
  const model = await aModelIn(api, place);
  await someCheckpoints(api, { model, project: place.project }, [1]);
  return { project_id: place.project.path, model_id: model.id, alias: "production", step: 1 };
}

routeGuarantees(api, contract.createPromotion, aWish);

async function aPlace() {
  const project = await api.aProject();
  const [caller, admin] = [await api.aCaller(project, "engineer"), await api.aCaller(project, "admin")];
  const { model, promotion } = await aPromotionIn(api, { project, caller });
  const send = async (who: typeof caller, path: string, body: Record<string, unknown> = {}) => {
    const answer = await api.send(who, { method: "POST", path, body: { project_id: project.path, ...body } });
    return { status: answer.status, ...(await answer.json()) };
  };
  const decide = (who: typeof caller, verb: string, note?: string) =>
    send(who, `/promotions/${promotion.id}/${verb}`, note ? { note } : {});
  const stepOfProduction = async () =>
    (await api.db.prisma.checkpointAlias.findFirst({ where: { modelId: model.id } }))?.step ?? null;
  return { project, caller, admin, model, promotion, send, decide, stepOfProduction };
}

test("an admin approves, which moves the alias, and the history names who asked, who approved and why", async () => {
  const { caller, admin, model, promotion, send, decide, stepOfProduction } = await aPlace();
  expect(promotion).toMatchObject({ state: "waiting", step: 1, askedBy: caller.userId, lines: [] });
  expect(await send(admin, "/promotions/query", { state: "waiting" })).toMatchObject({
    total_count: 1,
    promotions: [{ id: promotion.id, model_name: model.name, decided_by: null }],
  });
  expect((await decide(caller, "approve")).status).toBe(403);
  expect(await stepOfProduction()).toBeNull();
  const approved = await decide(admin, "approve", "Read ten answers");
  expect(approved.promotion).toMatchObject({ state: "approved", decided_by: admin.userId });
  expect(await stepOfProduction()).toBe(1);
  const input = { modelId: model.id, name: "production", limit: 10, offset: 0 };
  expect((await api.call(byBearer(caller), queryAliasMoves, input)).moves).toMatchObject([
    { kind: "approved", step: 1, askedBy: caller.userId, movedBy: admin.userId, note: "Read ten answers" },
  ]);
  expect(await decide(admin, "refuse")).toMatchObject({ status: 409, code: "decided" });
  expect(await decide(caller, "withdraw")).toMatchObject({ status: 409, code: "decided" });
});

test("what asked for a checkpoint that is deleted is withdrawn, and waits for no admin", async () => {
  const { project, caller, admin, model, promotion, send, decide } = await aPlace();
  await someCheckpoints(api, { model, project }, [2]);
  expect(
    await api.call(byBearer(caller), deleteCheckpoints, { modelId: model.id, steps: [1] }),
  ).toMatchObject({
    deletedCount: 1,
  });
  expect((await send(admin, "/promotions/query", { state: "waiting" })).total_count).toBe(0);
  expect((await send(admin, "/promotions/query")).promotions).toMatchObject([
    {
      id: promotion.id,
      state: "withdrawn",
      decided_by: caller.userId,
      decision: "The checkpoint was deleted",
    },
  ]);
  expect((await decide(admin, "approve")).status).toBe(404);
});

test("of an approval and a refusal at once one counts, and the alias is where that one says", async () => {
  const { admin, decide, stepOfProduction } = await aPlace();
  const both = await Promise.all([decide(admin, "approve"), decide(admin, "refuse", "Too slow")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stepOfProduction()).toBe(both[0].status === 200 ? 1 : null);
});

test("the same is asked once, and not for where the alias is already", async () => {
  const { caller, admin, model, send, decide } = await aPlace();
  const wish = { model_id: model.id, alias: "best", step: 1 };
  const both = await Promise.all([send(caller, "/promotions", wish), send(admin, "/promotions", wish)]);
  expect(both.map(({ status, code }) => code ?? status).sort()).toEqual([200, "already_asked"]);
  await decide(admin, "approve");
  const again = await send(caller, "/promotions", { ...wish, alias: "production" });
  expect(again).toMatchObject({ status: 409, code: "already_there" });
});

test("what was asked can be withdrawn; what an admin moves by hand is settled by that", async () => {
  const { caller, admin, promotion, model, send, decide } = await aPlace();
  expect((await decide(caller, "withdraw")).promotion.state).toBe("withdrawn");
  expect(await decide(admin, "approve")).toMatchObject({ status: 409, code: "decided" });
  await send(caller, "/promotions", { model_id: model.id, alias: "production", step: 1 });
  const path = `/v1/preview/models/${model.id}/aliases/production`;
  await api.send(byBearer(admin), { method: "PUT", path, body: { step: 1 } });
  const { promotions } = await send(caller, "/promotions/query", { model_id: model.id });
  expect(promotions.map(({ state }: { state: string }) => state)).toEqual(["approved", "withdrawn"]);
  expect(promotions[1].id).toBe(promotion.id);
});

test("a gate that needs an approval keeps engineers from moving the alias, and what fails it is not even asked for", async () => {
  const { project, caller, admin, model, send } = await aPlace();
  const { evaluation_id } = await aRunIn(api, { project, caller });
  const target = { evaluation_id, metric: "exact_match" };
  const at = (part: string) => `/v1/preview/models/${model.id}/${part}`;
  const put = (who: typeof caller, path: string, body: unknown) =>
    api.send(byBearer(who), { method: "PUT", path: at(path), body });
  await put(admin, "gates/production", { target, needs_approval: true });
  // The model's oldest checkpoint needs no proof, as there is nothing to compare it with.
  const refused = await put(caller, "aliases/production", { step: 0 });
  expect([refused.status, (await refused.json()).code]).toEqual([409, "needs_approval"]);
  const wish = { model_id: model.id, alias: "production" };
  expect(await send(caller, "/promotions", { ...wish, step: 0 })).toMatchObject({ status: 200 });
  expect((await put(admin, "aliases/production", { step: 0 })).status).toBe(200);
  await api.db.prisma.promotion.updateMany({ where: { modelId: model.id }, data: { state: "withdrawn" } });
  expect(await send(caller, "/promotions", { ...wish, step: 1 })).toMatchObject({
    status: 409,
    code: "gate_failed",
  });
});

test("another project's model cannot be asked for", async () => {
  const { model } = await aPlace();
  const project = await api.aProject();
  const caller = await api.aCaller(project, "admin");
  for (const model_id of [model.id, newId()]) {
    const body = { project_id: project.path, model_id, alias: "production", step: 1 };
    expect((await api.send(caller, { method: "POST", path: "/promotions", body })).status).toBe(404);
  }
});
