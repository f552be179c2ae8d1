import type { PolicyFiles, Trainer, TrainerOptions } from "#lib/engine/port/port.ts";
import { readAdapter } from "../files/read-adapter.ts";
import { readDecoderConfig } from "../files/read-decoder-config.ts";
import { findParameters } from "../files/read-parameters.ts";
import { createTrainer } from "./create-trainer.ts";

/** Makes the trainer of a policy's files. Throws `UnsupportedModel` or `CorruptFiles`. */
export async function openTrainer(policy: PolicyFiles, options: TrainerOptions): Promise<Trainer> {
  const { modelFolder, adapterFolder } = policy;
  const config = await readDecoderConfig(modelFolder);
  const adapter = adapterFolder === null ? null : await readAdapter(adapterFolder, config);
  const parameters = await findParameters(modelFolder, config);
  return createTrainer({ config, parameters, adapter, modelFolder, ...options });
}
