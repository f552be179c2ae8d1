import { exportAdapter } from "#lib/engine/embedded/files/export-adapter.ts";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { type FileHashes, writeFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { initialAdapter } from "#lib/engine/embedded/model/adapter.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import type { BaseModel } from "#lib/models/base-models/base-models.ts";
import type { ModelTraining } from "#lib/models/open-model.ts";
import { checkpointPath, preparedPath } from "#lib/platform/storage/data-paths.ts";

/** Weights equivalent to the base model's; `folder` is null if they are the base model's own. */
export type FirstCheckpoint = { folder: string | null; files: FileHashes; sizeBytes: number };

/** The seed that jobs draw by, too. */
const SEED = 3407;

type Wanted = { modelId: string; checkpointId: string; base: BaseModel; training: ModelTraining };

/** Of a model with an adapter, an adapter that changes nothing; of one trained in full, nothing at all. */
export async function writeFirstCheckpoint(wanted: Wanted): Promise<FirstCheckpoint> {
  const { modelId, checkpointId, base, training } = wanted;
  if (training.mode === "full") return { folder: null, files: {}, sizeBytes: 0 };
  const { rank, alpha } = training;
  const config = await readDecoderConfig(base.folder);
  const adapter = initialAdapter(config, { rank, alpha, targets: PROJECTIONS, seed: SEED });
  const folder = checkpointPath(modelId, checkpointId);
  const files = await writeFolder(await preparedPath(folder), (temporary) =>
    exportAdapter(temporary, adapter, base.name),
  );
  const sizeBytes = Object.values(files).reduce((sum, file) => sum + file.sizeBytes, 0);
  return { folder, files, sizeBytes };
}
