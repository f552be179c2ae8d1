import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { requireBaseModel } from "#lib/models/base-models/require-base-model.ts";
import type { CheckpointRow } from "#lib/models/checkpoints/checkpoints.ts";
import { writeFirstAdapter } from "#lib/models/checkpoints/write-first-adapter.ts";
import type { ModelRow } from "#lib/models/open-model.ts";

/** A model's first adapter, which nobody trained, made again as when the model was; null where that are not the weights of this checkpoint. */
export async function firstWeights(
  { baseModel, training }: ModelRow,
  { step, folder, files }: Pick<CheckpointRow, "step" | "folder" | "files">,
  scratch: string,
): Promise<string | null> {
  if (step !== 0 || folder === null || training.mode === "full") return null;
  const made = path.join(scratch, "first");
  const written = await writeFirstAdapter(made, await requireBaseModel(baseModel), training);
  return isDeepStrictEqual(written, files) ? made : null;
}
