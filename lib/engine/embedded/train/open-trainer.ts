import type { PolicyFiles, Trainer, TrainerOptions, TrainingMethod } from "#lib/engine/port/port.ts";
import { readAdapter } from "../files/read-adapter.ts";
import { readDecoderConfig } from "../files/read-decoder-config.ts";
import { findParameters } from "../files/read-parameters.ts";
import { requireMemory, runBytes, stateBytes } from "../memory/memory-need.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { PROJECTIONS } from "../model/parameters.ts";
import { createTrainer } from "./create-trainer.ts";

/** Makes the trainer of a policy's files. Throws `UnsupportedModel`, `CorruptFiles` or `TooLittleMemory`. */
export async function openTrainer(policy: PolicyFiles, options: TrainerOptions): Promise<Trainer> {
  const { modelFolder, adapterFolder } = policy;
  const config = await readDecoderConfig(modelFolder);
  const adapter = adapterFolder === null ? null : await readAdapter(adapterFolder, config);
  const parameters = await findParameters(modelFolder, config);
  await requireTrainingMemory(config, options.method);
  return createTrainer({ config, parameters, adapter, modelFolder, ...options });
}

/** For the weights and a short run; each longer one asks for itself. */
async function requireTrainingMemory(config: DecoderConfig, method: TrainingMethod): Promise<void> {
  const isFull = method.mode === "full";
  const targets = isFull ? [] : PROJECTIONS.filter((projection) => method.targets.includes(projection));
  const trained = isFull ? "all" : { rank: method.rank, targets };
  const what = isFull ? "Training all weights of this model" : "Training an adapter of this model";
  await requireMemory(what, stateBytes(config, trained) + runBytes(config, trained, SHORT_RUN));
}

const SHORT_RUN = { rows: 1, length: 64 };
