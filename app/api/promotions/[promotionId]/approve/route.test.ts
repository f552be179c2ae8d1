import * as contract from "#lib/contract/evaluation/promotions.ts";
import { aPromotionIn } from "#lib/testing/data/promotion-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.approvePromotion, async (place) => ({
  project_id: place.project.path,
  promotion_id: (await aPromotionIn(api, place)).promotion.id,
}));
