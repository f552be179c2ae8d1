import type { FileHashes } from "#lib/engine/embedded/files/write-folder.ts";
import type { BaseModel } from "#lib/models/base-models/base-models.ts";
import type { ModelTraining } from "#lib/models/open-model.ts";
import { checkpointPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { writeFirstAdapter } from "./write-first-adapter.ts";

/** Weights equivalent to the base model's; `folder` is null if they are the base model's own. */
export type FirstCheckpoint = { folder: string | null; files: FileHashes; sizeBytes: number };

type Wanted = { modelId: string; checkpointId: string; base: BaseModel; training: ModelTraining };

/** Of a model with an adapter, an adapter that changes nothing; of one trained in full, nothing at all. */
export async function writeFirstCheckpoint(wanted: Wanted): Promise<FirstCheckpoint> {
  const { modelId, checkpointId, base, training } = wanted;
  if (training.mode === "full") return { folder: null, files: {}, sizeBytes: 0 };
  const folder = checkpointPath(modelId, checkpointId);
  const files = await writeFirstAdapter(await preparedPath(folder), base, training);
  const sizeBytes = Object.values(files).reduce((sum, file) => sum + file.sizeBytes, 0);
  return { folder, files, sizeBytes };
}
