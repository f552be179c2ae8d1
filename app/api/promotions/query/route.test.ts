import { expect, test } from "vitest";
import { listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import * as contract from "#lib/contract/evaluation/promotions.ts";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { aPromotionIn } from "#lib/testing/data/promotion-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryPromotions, async (place) => ({
  project_id: place.project.path,
  state: (await aPromotionIn(api, place)).promotion.state,
}));

test("a refusal stands with its note until somebody asks again or the alias moves", async () => {
  const project = await api.aProject();
  const [eva, ada] = [await api.aCaller(project, "engineer"), await api.aCaller(project, "admin")];
  const { model, promotion } = await aPromotionIn(api, { project, caller: eva });
  const projectId = project.path;
  const place = { projectId, modelId: model.id, alias: "production", limit: 10, offset: 0 };
  const standing = async (alias = "production") =>
    (await api.call(eva, contract.queryPromotions, { ...place, alias })).promotions.map((one) => [
      one.state,
      one.refusalStands,
    ]);
  await api.call(ada, contract.refusePromotion, {
    ...{ projectId, promotionId: promotion.id, note: "It answers in the wrong language" },
  });
  expect((await api.call(eva, contract.queryPromotions, place)).promotions).toMatchObject([
    { decision: "It answers in the wrong language", decidedBy: ada.userId, refusalStands: true },
  ]);
  expect(await standing("staging")).toEqual([]);
  const { aliases } = await api.call(byBearer(eva), listCheckpointAliases, { modelId: model.id });
  expect(aliases).toMatchObject([{ name: "production", step: null }]);

  const wish = { projectId, modelId: model.id, alias: "production", step: 1 };
  const { promotion: again } = await api.call(eva, contract.createPromotion, wish);
  expect(await standing()).toEqual([
    ["waiting", false],
    ["refused", false],
  ]);
  await api.call(ada, contract.refusePromotion, { projectId, promotionId: again.id });
  expect(await standing()).toEqual([
    ["refused", true],
    ["refused", false],
  ]);
  await api.call(byBearer(ada), setCheckpointAlias, { modelId: model.id, name: "production", step: 1 });
  expect(await standing()).toEqual([
    ["refused", false],
    ["refused", false],
  ]);
});
