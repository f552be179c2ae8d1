import type { PolicyFiles, Trainer, TrainerOptions } from "#lib/engine/port/port.ts";
import { readPolicy } from "../files/open-policy.ts";
import { createTrainer } from "./create-trainer.ts";

/** Reads a policy's files and makes its trainer. Throws `UnsupportedModel` or `CorruptFiles`. */
export async function openTrainer(policy: PolicyFiles, options: TrainerOptions): Promise<Trainer> {
  const { config, base, adapter } = await readPolicy(policy);
  return createTrainer({ config, parameters: base, adapter, modelFolder: policy.modelFolder, ...options });
}
