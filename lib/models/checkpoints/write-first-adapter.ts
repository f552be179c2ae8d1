import { exportAdapter } from "#lib/engine/embedded/files/export-adapter.ts";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { type FileHashes, writeFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { initialAdapter } from "#lib/engine/embedded/model/adapter.ts";
import { PROJECTIONS } from "#lib/engine/embedded/model/parameters.ts";
import type { BaseModel } from "#lib/models/base-models/base-models.ts";
import type { ModelTraining } from "#lib/models/open-model.ts";

/** The seed that jobs draw by, too. */
const SEED = 3407;

/** Writes an adapter that changes nothing of the base model, each time the same bits. */
export async function writeFirstAdapter(
  folder: string,
  base: BaseModel,
  { rank, alpha }: Extract<ModelTraining, { mode: "lora" }>,
): Promise<FileHashes> {
  const config = await readDecoderConfig(base.folder);
  const adapter = initialAdapter(config, { rank, alpha, targets: PROJECTIONS, seed: SEED });
  return writeFolder(folder, (temporary) => exportAdapter(temporary, adapter, base.name));
}
