import { createPromotion, type Promotion } from "#lib/contract/evaluation/promotions.ts";
import type { Model } from "#lib/contract/models/models.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { aModelIn, someCheckpoints } from "./model-data.ts";

/** A model with a step 1, for which the caller asked the alias production. */
export async function aPromotionIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
): Promise<{ model: Model; promotion: Promotion }> {
  const model = await aModelIn(api, { project, caller });
  await someCheckpoints(api, { model, project }, [1]);
  const wish = { projectId: project.path, modelId: model.id, alias: "production", step: 1 };
  return { model, ...(await api.call(caller, createPromotion, wish)) };
}
