import { join } from "node:path";
import type { PolicyFiles } from "#lib/engine/port/port.ts";
import { mergedWeight } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import type { StoredParameters } from "../model/parameters.ts";
import { readAdapter } from "./read-adapter.ts";
import { findTensors, readTensor, type WritableTensor, writeSafetensors } from "./safetensors.ts";

/** Writes the weights of a model with an adapter merged in into an existing folder, with one tensor at a time in memory. */
export async function writeMerged(
  folder: string,
  config: DecoderConfig,
  {
    base,
    adapterFolder,
  }: { base: StoredParameters; adapterFolder: NonNullable<PolicyFiles["adapterFolder"]> },
): Promise<StoredParameters> {
  const adapter = await readAdapter(adapterFolder, config);
  const tensors = new Map<string, WritableTensor>();
  for (const [name, stored] of base) {
    const projection = name.replace(/\.weight$/, "");
    const read = async () => mergedWeight(await readTensor(stored), adapter, projection);
    tensors.set(name, { shape: stored.shape, read });
  }
  const path = join(folder, "merged.safetensors");
  await writeSafetensors(path, tensors, {}, { isKept: false });
  return findTensors(path);
}
