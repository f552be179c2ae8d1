import type { PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { lackOfStart } from "./lack-of-start.internal.ts";

/** A 422 where the checkpoint to compare with cannot be read. */
export async function requireReference(
  db: Db,
  model: Pick<ModelRow, "id" | "name">,
  { referenceStep }: Pick<PreferenceConfig, "referenceStep">,
): Promise<void> {
  const lack = referenceStep === undefined ? null : await lackOfStart(db, model, referenceStep);
  if (lack !== null)
    throw invalidAt(["body", "config", "reference_step"], { type: "value_error", text: lack });
}
