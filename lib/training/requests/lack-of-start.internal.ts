import { findCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** Why a job cannot start from the checkpoint of this step; null where it can. */
export async function lackOfStart(
  db: Db,
  model: Pick<ModelRow, "id" | "name">,
  step: number,
): Promise<string | null> {
  const checkpoint = await findCheckpoint(db, model, step);
  if (checkpoint && checkpoint.corruptAt === null) return null;
  return `${model.name} has no usable checkpoint of step ${step}; name a step that its list of checkpoints has`;
}

export function wrongStart(text: string): InvalidRequest {
  return invalidAt(["body", "start_step"], { type: "value_error", text });
}
